import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { initialMargin, quantityOf, tradingFee } from '../../../contract/rules/margin.rules.js';
import { type FilledPrice, openingFill, type QuotedMarket, reachesLimit } from '../futures/index.js';
import { type TradableMarket, TradableMarkets } from '../../markets/market-board/index.js';
import {
  type BookOfMarket,
  DecisionMarkets,
  FollowOpenPositions,
  FuturesIndex,
  quoted,
} from '../futures-index/index.js';
import { after, type LeftMarket, takingOf } from '../taken-depth/index.js';
import type { OrderFill } from './futures-triggers.store.js';
import { type PendingOrder, PendingOrdersStore } from './pending-orders.store.js';
import { WriteTriggers } from './write-triggers.js';

const AT_ONCE = 200;

/**
 * Fills pending limit orders all-or-none by price-time priority, once a market order of the same size would be filled at the
 * limit or better, at that price. A fill is new risk: the market must be quoted and neither stale, closed, halted nor
 * degraded, and the book not in cancel-only mode. Until then the order stays pending.
 */
@Injectable()
export class FillOrders {
  constructor(
    private readonly futuresIndex: FuturesIndex,
    private readonly orders: PendingOrdersStore,
    private readonly prices: TradableMarkets,
    private readonly markets: DecisionMarkets,
    private readonly followOpenPositions: FollowOpenPositions,
    private readonly writeTriggers: WriteTriggers,
  ) {}

  /** @returns the number of orders filled or cancelled. */
  async execute(book: BookOfMarket): Promise<number> {
    const market = this.openMarket(book);
    const scale = this.markets.termsOf(book.marketId)?.scale;
    if (!market?.book || scale === undefined) return 0;
    const ask = Number(market.book.asks[0]?.[0] ?? market.last);
    const bid = Number(market.book.bids[0]?.[0] ?? market.last);
    const reached = this.futuresIndex.reachedOrders(book, ask, bid);
    if (reached.length === 0 || !(await this.orders.takesRisk(book.demo))) return 0;
    let done = 0;
    for (let from = 0; from < reached.length; from += AT_ONCE) {
      const ids = reached.slice(from, from + AT_ONCE);
      const pending = await this.orders.pending(ids);
      // Prices are read again for each batch: a long round outlives them.
      const now = from === 0 ? market : this.openMarket(book);
      if (!now) break;
      // An order that the user's country blocks takes no depth from the orders behind it.
      const offered = pending.filter(({ isOffered }) => isOffered);
      const { asked, acted } = await this.writeTriggers.fill(now, book.demo, (left) => fillsOf(offered, left, scale));
      done += acted;
      // Drops orders from the index that are no longer pending.
      if (asked > 0 || pending.length < ids.length) await this.followOpenPositions.refresh(ids);
    }
    return done;
  }

  /** The market's prices; null while it accepts no new risk. */
  private openMarket(book: BookOfMarket): TradableMarket | null {
    return this.prices.open({ ...book, product: 'perpetual', risk: 'adding' });
  }
}

/** Fills the orders one behind the other on the depth that remains. */
function fillsOf(pending: readonly PendingOrder[], market: LeftMarket, scale: number): OrderFill[] {
  let left = market;
  return pending.flatMap((order) => {
    const crossing = crossingFill(order, quoted(left));
    if (!crossing) return [];
    const side = order.side === 'long' ? 'buy' : 'sell';
    const taking = takingOf(left, { demo: order.demo, side }, crossing.taken);
    left = after(left, side, crossing.taken);
    return [{ ...fillOf(order, crossing.price, scale), taking }];
  });
}

function fillOf(order: PendingOrder, price: Decimal, scale: number): Omit<OrderFill, 'taking'> {
  const cost = (at: Decimal): { margin: DecimalText; fee: DecimalText } => {
    const quantity = quantityOf(order.lots, order.lotSize);
    return {
      margin: initialMargin(quantity, at, order.leverage, scale).toFixed(),
      fee: tradingFee(quantity, at, order.openFeeRatio, scale).toFixed(),
    };
  };
  const atLimit = cost(new Decimal(order.limitPrice));
  return {
    id: order.id,
    version: order.version,
    price: price.toFixed(),
    ...cost(price),
    limitPrice: order.limitPrice,
    limitMargin: atLimit.margin,
    limitFee: atLimit.fee,
  };
}

/**
 * The fill of the whole order at the current book; null where its average price is beyond the limit, or depth is missing.
 */
function crossingFill(order: PendingOrder, market: QuotedMarket): FilledPrice | null {
  const fill = openingFill(market, order.side, quantityOf(order.lots, order.lotSize));
  return fill.isQuoted && reachesLimit(order.side, fill.price, new Decimal(order.limitPrice)) ? fill : null;
}
