import { Decimal } from '../../../contract/decimal.js';
import { bookSide, fillByQuantity } from '../../../contract/rules/book-walk.rules.js';
import { opposite, type PositionSide, priceAgainst } from '../../../contract/rules/margin.rules.js';
import type { MarkedMarket, TradableMarket } from '../../markets/market-board/index.js';
import { closingFill, type QuotedMarket } from '../futures/index.js';
import { type LeftMarket, takingOf } from '../taken-depth/index.js';
import type { ClosingPrice } from './margin-decision.rules.js';

/**
 * The expected price of closing a quantity now: what is left of the quoted book walked with the spread, the same as for a user's
 * close; the mark when there is no book, or when the book deviates from the mark by more than the market's price band. Without a
 * mark there is none: the last traded price comes from a single venue.
 */
export function closingPrice(
  market: MarkedMarket<LeftMarket>,
  { side, demo }: { side: PositionSide; demo: boolean },
  quantity: Decimal,
): ClosingPrice {
  const mark = new Decimal(market.mark);
  const taker = side === 'long' ? 'sell' : 'buy';
  const levels = market.book ? bookSide(market.book, taker) : [];
  const fill = fillByQuantity(levels, quantity);
  const { price } = closingFill(quoted(market), side, quantity);
  if (!fill || price.minus(mark).abs().gt(mark.times(market.market.bandRatio))) {
    const atMark = priceAgainst(opposite(side), mark, market.market.priceScale);
    return { price: atMark, from: 'mark', fills: [[atMark.toFixed(), quantity.toFixed()]], takes: null };
  }
  const [takes = null] = takingOf(market, { demo, side: taker }, fill.taken);
  return { price, from: 'book', fills: fill.taken, takes };
}

/** Inputs of the fill rules of futures from a market. */
export function quoted({ market, last, book }: TradableMarket): QuotedMarket {
  return { last, book, spread: market.spread, priceDecimals: market.priceScale };
}
