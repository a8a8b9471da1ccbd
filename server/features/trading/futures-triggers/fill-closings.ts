import { Injectable } from '@nestjs/common';
import { Failures } from '../../../platform/database/failures.js';
import { type TradableMarket, TradableMarkets } from '../../markets/market-board/index.js';
import { BOOKS, FollowOpenPositions } from '../futures-index/index.js';
import type { ClosingOrder } from './closing-fill.rules.js';
import { type BestLevels, ClosingOrdersStore } from './closing-orders.store.js';
import { WriteTriggers } from './write-triggers.js';

/** Of a side of a market and book; those beyond them come with the next look, a second later at the latest. */
const AT_ONCE = 200;

/**
 * Fills the orders that wait to close lots (decision 106), each at the book's own prices as far as those reach its limit, wherever
 * a position may be closed at the market. Cancel-only holds up none of them, because they lower risk.
 */
@Injectable()
export class FillClosings {
  constructor(
    private readonly prices: TradableMarkets,
    private readonly orders: ClosingOrdersStore,
    private readonly followOpenPositions: FollowOpenPositions,
    private readonly writeTriggers: WriteTriggers,
  ) {}

  /** Looks at what waits in all of these markets. @returns how many orders were filled, whole or in part. */
  async execute(marketIds: readonly number[]): Promise<number> {
    const levels = marketIds.flatMap((marketId) => BOOKS.flatMap((demo) => this.best(marketId, demo)));
    if (levels.length === 0) return 0;
    const filled: ClosingOrder[] = [];
    const failures = new Failures();
    for (const order of await this.orders.reached(levels, AT_ONCE)) {
      // Each goes by the prices of its own moment.
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

  /** Nothing while the market closes nobody's position, or has no sound book: what may wait does not go by the mark. */
  private best(marketId: number, demo: boolean): BestLevels[] {
    const { bids = [], asks = [] } = this.market(marketId, demo)?.book ?? {};
    const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
    if (bid === undefined && ask === undefined) return [];
    // A side without a level reaches nobody.
    return [{ marketId, demo, bid: bid ?? '0', ask: ask ?? 'Infinity' }];
  }

  private market(marketId: number, demo: boolean): TradableMarket | null {
    return this.prices.open({ marketId, demo, product: 'perpetual', risk: 'reducing' });
  }
}
