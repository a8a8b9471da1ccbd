import { Injectable } from '@nestjs/common';
import { Failures } from '../../../platform/database/failures.js';
import { type TradableMarket, TradableMarkets } from '../../markets/market-board/index.js';
import { BOOKS, FollowOpenPositions } from '../futures-index/index.js';
import type { ClosingOrder } from './closing-fill.rules.js';
import { type BestLevels, ClosingOrdersStore } from './closing-orders.store.js';
import { WriteTriggers } from './write-triggers.js';

/** Batch size of a side of a market and book; the rest follows in the next round, within a second. */
const AT_ONCE = 200;

/**
 * Fills closing orders (decision 106) from the levels within their limit, whenever a position may be closed at the market.
 * They lower risk, so cancel-only mode does not stop them.
 */
@Injectable()
export class FillClosings {
  constructor(
    private readonly prices: TradableMarkets,
    private readonly orders: ClosingOrdersStore,
    private readonly followOpenPositions: FollowOpenPositions,
    private readonly writeTriggers: WriteTriggers,
  ) {}

  /** Matches the closing orders of these markets. @returns the number of orders filled, whole or in part. */
  async execute(marketIds: readonly number[]): Promise<number> {
    const levels = marketIds.flatMap((marketId) => BOOKS.flatMap((demo) => this.best(marketId, demo)));
    if (levels.length === 0) return 0;
    const filled: ClosingOrder[] = [];
    const failures = new Failures();
    for (const order of await this.orders.reached(levels, AT_ONCE)) {
      // Prices are read again for each order: a long batch outlives them.
      const market = this.market(order.marketId, order.demo);
      if (market && (await failures.apart(() => this.writeTriggers.closeAtLimit(order, market), false)))
        filled.push(order);
    }
    if (filled.length > 0) {
      await this.followOpenPositions.refresh(filled.map(({ positionId }) => Number(positionId)));
    }
    failures.end();
    return filled.length;
  }

  /** Empty while positions cannot be closed or the book is not sound: a resting order never falls back to the mark. */
  private best(marketId: number, demo: boolean): BestLevels[] {
    const { bids = [], asks = [] } = this.market(marketId, demo)?.book ?? {};
    const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
    if (bid === undefined && ask === undefined) return [];
    // An empty side crosses no limit.
    return [{ marketId, demo, bid: bid ?? '0', ask: ask ?? 'Infinity' }];
  }

  private market(marketId: number, demo: boolean): TradableMarket | null {
    return this.prices.open({ marketId, demo, product: 'perpetual', risk: 'reducing' });
  }
}
