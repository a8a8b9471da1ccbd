import { Decimal } from '../../../../../server/contract/decimal';
import type { DepthLevel } from '../../../../../server/contract/markets/markets.dto';
import type { DecimalText } from '../../../../../server/contract/money';

export type DepthSide = 'bids' | 'asks';

/** Both sides best first, as they come. */
export interface Book {
  bids: readonly DepthLevel[];
  asks: readonly DepthLevel[];
}

/** A level of the book with all that stands at its price and at better ones. */
export interface DepthStep {
  side: DepthSide;
  price: DecimalText;
  /** Of the base currency. */
  quantity: DecimalText;
  /** What all of that costs, or brings, in the quote currency. */
  amount: DecimalText;
}

/** What there is to draw. `crossed`: the best bid is above the best ask, which no book is for longer than a moment. */
export type BookShape = 'empty' | 'bids' | 'asks' | 'crossed' | 'whole';

export const ZOOMS = [1, 2, 5] as const;
export type Zoom = (typeof ZOOMS)[number];

/** The prices that are shown, around the middle. */
export interface DepthRange {
  /** The mid price; of a book with one side its best price. */
  centre: DecimalText;
  /** From the middle to each edge. */
  half: DecimalText;
  low: DecimalText;
  high: DecimalText;
}

/** Most decimals that decimal text has. */
const DECIMALS = 18;
const SMALLEST = new Decimal(10).pow(-DECIMALS);
/** The best prices stand inside of the range however near it is looked at. */
const ROOM_FOR_BEST = '1.25';
/** Half of the range around a single price, as a part of it. */
const ROOM_FOR_ONE = '0.001';

const text = (value: Decimal): DecimalText => value.toDecimalPlaces(DECIMALS).toFixed();

/** The levels of a side with what stands at each of them and before it, best first. */
export function cumulate(levels: readonly DepthLevel[], side: DepthSide): DepthStep[] {
  let quantity = new Decimal(0);
  let amount = new Decimal(0);
  return levels.map(([price, size]) => {
    quantity = quantity.plus(size);
    amount = amount.plus(new Decimal(size).times(price));
    return { side, price, quantity: text(quantity), amount: text(amount) };
  });
}

export function shapeOf({ bids, asks }: Book): BookShape {
  const [bid] = bids[0] ?? [];
  const [ask] = asks[0] ?? [];
  if (bid === undefined) return ask === undefined ? 'empty' : 'asks';
  if (ask === undefined) return 'bids';
  return new Decimal(bid).gt(ask) ? 'crossed' : 'whole';
}

/** The price between the best ones; null where a side is missing. */
export function midOf({ bids, asks }: Book): DecimalText | null {
  const [bid] = bids[0] ?? [];
  const [ask] = asks[0] ?? [];
  if (bid === undefined || ask === undefined) return null;
  return text(new Decimal(bid).plus(ask).dividedBy(2));
}

/** From the best bid to the best ask; null where a side is missing. */
export function spreadOf({ bids, asks }: Book): DecimalText | null {
  const [bid] = bids[0] ?? [];
  const [ask] = asks[0] ?? [];
  return bid === undefined || ask === undefined ? null : text(new Decimal(ask).minus(bid));
}

/** How far a price is from the middle, in percent with its sign; null where there is no middle. */
export function distanceFrom(mid: DecimalText | null, price: DecimalText): DecimalText | null {
  if (mid === null || new Decimal(mid).isZero()) return null;
  return text(new Decimal(price).minus(mid).dividedBy(mid).times(100));
}

/**
 * The prices to show: as far as the book reaches on its longer side, or a part of that, the same to both sides of the
 * middle, never below zero. Null: there is nothing to show.
 */
export function rangeOf(book: Book, zoom: Zoom): DepthRange | null {
  const centreText = midOf(book) ?? book.bids[0]?.[0] ?? book.asks[0]?.[0];
  if (centreText === undefined) return null;
  const centre = new Decimal(centreText);
  const farthest = (levels: readonly (DepthLevel | undefined)[]) =>
    levels.reduce(
      (most, level) => (level ? Decimal.max(most, new Decimal(level[0]).minus(centre).abs()) : most),
      new Decimal(0),
    );
  const reach = farthest([...book.bids, ...book.asks]);
  const best = farthest([book.bids[0], book.asks[0]]).times(ROOM_FOR_BEST);
  const wanted = Decimal.max(reach.dividedBy(zoom), best);
  const half = wanted.isZero() ? centre.times(ROOM_FOR_ONE) : Decimal.min(wanted, centre);
  // Cut first, so that the edges are the same for the eye and for the figures.
  const cut = Decimal.max(half.toDecimalPlaces(DECIMALS), SMALLEST);
  return { centre: centreText, half: text(cut), low: text(centre.minus(cut)), high: text(centre.plus(cut)) };
}

/** Whether the price is one of those that are shown. */
export function isInRange(price: DecimalText, { low, high }: DepthRange): boolean {
  const value = new Decimal(price);
  return value.gte(low) && value.lte(high);
}

/** Where a price stands, 0 at the left edge and 1 at the right one. A float: it says where a pixel is and nothing else. */
export function placeOf(price: DecimalText, { centre, half }: DepthRange): number {
  return 0.5 + new Decimal(price).minus(centre).dividedBy(half).toNumber() / 2;
}

/** Which part of the whole a quantity is, 0 to 1. A float, for pixels as well. */
export function partOf(quantity: DecimalText, whole: DecimalText): number {
  const most = new Decimal(whole);
  return most.isZero() ? 0 : new Decimal(quantity).dividedBy(most).toNumber();
}

/** Half of a quantity, for the mark at half of the height. */
export function halfOf(quantity: DecimalText): DecimalText {
  return text(new Decimal(quantity).dividedBy(2));
}

export function largest(quantities: readonly DecimalText[]): DecimalText {
  return text(quantities.reduce((most, one) => Decimal.max(most, one), new Decimal(0)));
}
