import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { bookSide } from '../../../contract/rules/book-walk.rules.js';
import { opposite, type PositionSide, quantityOf } from '../../../contract/rules/margin.rules.js';
import { reachesLimit } from '../futures/index.js';
import { isMarked } from '../../markets/market-board/index.js';
import { closingPrice } from '../futures-index/index.js';
import { type LeftMarket, type Taking, takingOf } from '../taken-depth/index.js';

/** A closing order: a reduce-only limit order of a position. */
export interface ClosingOrder {
  id: string;
  positionId: string;
  marketId: number;
  demo: boolean;
  /** Side of the position. */
  side: PositionSide;
  lots: number;
  lotSize: DecimalText;
  limitPrice: DecimalText;
}

/** The fill of a closing order. */
export interface ClosingFill {
  lots: number;
  price: DecimalText;
  /** The depth that it takes from the book. */
  taking: Taking[];
}

/**
 * Fills a closing order from the levels that, spread included, are at its limit or better, in whole lots, at the price of a
 * market order for these lots. Null without a full lot, and where that market order would fall back to the mark.
 */
export function closingFillAt(order: ClosingOrder, left: LeftMarket): ClosingFill | null {
  const taker = order.side === 'long' ? 'sell' : 'buy';
  const limit = new Decimal(order.limitPrice);
  const spread = new Decimal(left.market.spread).times(taker === 'buy' ? 1 : -1);
  const reaches = (price: Decimal) => reachesLimit(opposite(order.side), price, limit);
  const quoted = (left.book ? bookSide(left.book, taker) : [])
    .filter(([price]) => reaches(new Decimal(price).plus(spread)))
    .reduce((sum, [, quantity]) => sum.plus(quantity), new Decimal(0));
  const lots = Math.min(order.lots, quoted.dividedToIntegerBy(order.lotSize).toNumber());
  if (lots < 1 || !isMarked(left)) return null;
  const { price, from, fills } = closingPrice(left, order, quantityOf(lots, order.lotSize));
  if (from !== 'book' || !reaches(price)) return null;
  return {
    lots,
    price: price.toFixed(),
    taking: takingOf(left, { demo: order.demo, side: taker }, fills),
  };
}
