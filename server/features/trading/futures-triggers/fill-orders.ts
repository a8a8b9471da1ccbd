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
 * Fills limit orders that the market crosses, as a whole, in the order of price and time: when the market order that it
 * could be now is filled at the limit or better, at that price. Who fills takes new risk, so the market must take it: quoted,
 * not stale, closed, halted or degraded, and the book must not be in cancel-only; until then the order waits.
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

  /** @returns how many orders were filled or cancelled. */
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
      // Each batch goes by the prices of its own moment.
      const now = from === 0 ? market : this.openMarket(book);
      if (!now) break;
      // What waits for its user's country takes nothing of the book from those behind it.
      const offered = pending.filter(({ isOffered }) => isOffered);
      const { asked, acted } = await this.writeTriggers.fill(now, book.demo, (left) => fillsOf(offered, left, scale));
      done += acted;
      // Orders that are no longer pending are removed from the index.
      if (asked > 0 || pending.length < ids.length) await this.followOpenPositions.refresh(ids);
    }
    return done;
  }

  /** The market's prices, while it takes new risk. */
  private openMarket(book: BookOfMarket): TradableMarket | null {
    return this.prices.open({ ...book, product: 'perpetual', risk: 'adding' });
  }
}

/** Each order takes what those before it have left. */
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
 * How the whole order would be filled now, when the market crosses its limit; null when it does not, or not for the
 * whole size.
 */
function crossingFill(order: PendingOrder, market: QuotedMarket): FilledPrice | null {
  const fill = openingFill(market, order.side, quantityOf(order.lots, order.lotSize));
  return fill.isQuoted && reachesLimit(order.side, fill.price, new Decimal(order.limitPrice)) ? fill : null;
}
