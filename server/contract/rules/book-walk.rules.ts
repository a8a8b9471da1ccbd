import { Decimal } from '../decimal.js';
import { type DecimalText, truncate } from '../money.js';
import type { Figure } from './margin.rules.js';

/** Price and quantity, best first. */
export type BookLevel = readonly [price: DecimalText, quantity: DecimalText];

export interface BookView {
  bids: readonly BookLevel[];
  asks: readonly BookLevel[];
}

/** What a market order would get. */
export interface BookFill {
  /** Quantity-weighted price, exact to 80 digits. */
  averagePrice: Decimal;
  /** The worst level that was touched. */
  worstPrice: Decimal;
  /** How much of the quantity the book's levels hold; the rest was priced at the last of them. */
  quoted: Decimal;
  /** What was taken of each level. */
  taken: [price: DecimalText, quantity: DecimalText][];
}

/** The levels that a taker meets: a buyer the asks, a seller the bids. */
export function bookSide(book: BookView, taker: 'buy' | 'sell'): readonly BookLevel[] {
  return taker === 'buy' ? book.asks : book.bids;
}

/**
 * The levels in no more decimals than the coin has: venues quote more than can be booked. Quantities are cut, and a level of which
 * nothing is left is left out.
 */
export function bookableLevels(levels: readonly BookLevel[], scale: number): [DecimalText, DecimalText][] {
  return levels.flatMap(([price, quantity]): [DecimalText, DecimalText][] => {
    const decimals = quantity.split('.')[1]?.length ?? 0;
    if (decimals <= scale) return [[price, quantity]];
    const cut = truncate(quantity, scale);
    return /[1-9]/.test(cut) ? [[price, cut]] : [];
  });
}

/** Decimals that price x quantity may have: so many are kept of what an order has met so far. */
export const WORTH_SCALE_MAX = 18;

/**
 * The levels as orders of a market can take them: quantities in no more decimals than its orders have, and without the levels whose
 * price is so fine that what an order takes at it could not be booked.
 */
export function tradableLevels(levels: readonly BookLevel[], quantityScale: number): [DecimalText, DecimalText][] {
  const most = WORTH_SCALE_MAX - quantityScale;
  // Books are read all the time: the text says most of it.
  const isBookable = ([price]: BookLevel) =>
    (price.split('.')[1]?.length ?? 0) <= most || new Decimal(price).decimalPlaces() <= most;
  return bookableLevels(levels.filter(isBookable), quantityScale);
}

/**
 * Walks the levels with a quantity. Null for an empty side. A quantity beyond the quoted depth is priced at the last
 * level and `quoted` says so: whoever opens refuses it, whoever must close takes it.
 */
export function fillByQuantity(levels: readonly BookLevel[], quantity: Figure): BookFill | null {
  const wanted = new Decimal(quantity);
  let left = wanted;
  let cost = new Decimal(0);
  let worst: Decimal | null = null;
  const levelsTaken: [DecimalText, DecimalText][] = [];
  for (const [price, size] of levels) {
    if (left.lte(0)) break;
    const taken = Decimal.min(left, size);
    worst = new Decimal(price);
    cost = cost.plus(taken.times(worst));
    left = left.minus(taken);
    levelsTaken.push([price, taken.toFixed()]);
  }
  if (!worst || wanted.lte(0)) return null;
  const quoted = wanted.minus(left);
  return {
    averagePrice: cost.plus(left.times(worst)).dividedBy(wanted),
    worstPrice: worst,
    quoted,
    taken: levelsTaken,
  };
}

/** So much of a quotient is kept: beyond it lies the dust of dividing twice with 80 digits. */
const AVERAGE_PLACES = 60;

/** The average price at which a value of the quote currency would be filled; null when the levels do not hold it. */
export function fillByNotional(levels: readonly BookLevel[], value: Figure): Decimal | null {
  let left = new Decimal(value);
  let quantity = new Decimal(0);
  for (const [price, size] of levels) {
    const worth = new Decimal(price).times(size);
    if (worth.gte(left)) {
      const average = new Decimal(value).dividedBy(quantity.plus(left.dividedBy(price)));
      // Without the dust, a book of one price has exactly that price.
      return average.toDecimalPlaces(AVERAGE_PLACES);
    }
    left = left.minus(worth);
    quantity = quantity.plus(size);
  }
  return null;
}
