import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { type BookLevel, type BookView, bookSide, fillByQuantity } from '../../../contract/rules/book-walk.rules.js';
import { opposite, type PositionSide, priceAgainst } from '../../../contract/rules/margin.rules.js';

/** A market's prices at a moment. */
export interface QuotedMarket {
  last: DecimalText;
  /** Best first; null when the market has no book. */
  book: BookView | null;
  /** Absolute. */
  spread: DecimalText;
  /** Decimals of a price. */
  priceDecimals: number;
}

export interface FilledPrice {
  /** Mean price with the spread, rounded against the user. */
  price: Decimal;
  /** Price of the worst level touched (slippage), with the spread. */
  worst: Decimal;
  /** Whether the book holds the whole quantity; without a book the last price counts for everything. */
  isQuoted: boolean;
  /** The levels that the fill consumes. */
  taken: readonly BookLevel[];
}

/**
 * The price of opening a position of this side now, with the house as counterparty: the book is walked for the
 * quantity, and the spread is added for a buyer and subtracted for a seller.
 */
export function openingFill(market: QuotedMarket, side: PositionSide, quantity: Decimal): FilledPrice {
  const spread = new Decimal(market.spread).times(side === 'long' ? 1 : -1);
  const fill = market.book && fillByQuantity(bookSide(market.book, side === 'long' ? 'buy' : 'sell'), quantity);
  const average = fill ? fill.averagePrice : new Decimal(market.last);
  const worst = fill ? fill.worstPrice : average;
  const shown = (price: Decimal) => positive(priceAgainst(side, price.plus(spread), market.priceDecimals), market);
  const isQuoted = market.book === null || (fill !== null && fill.quoted.gte(quantity));
  return { price: shown(average), worst: shown(worst), isQuoted, taken: fill?.taken ?? [] };
}

/** The price of closing a position of this side: the other side of the book. */
export function closingFill(market: QuotedMarket, side: PositionSide, quantity: Decimal): FilledPrice {
  return openingFill(market, opposite(side), quantity);
}

/** Whether a price is at or better than the limit for opening this side. */
export function reachesLimit(side: PositionSide, price: Decimal, limit: Decimal): boolean {
  return side === 'long' ? price.lte(limit) : price.gte(limit);
}

/** A spread wider than the price leaves one price increment. */
function positive(price: Decimal, { priceDecimals }: QuotedMarket): Decimal {
  return Decimal.max(price, new Decimal(10).pow(-priceDecimals));
}
