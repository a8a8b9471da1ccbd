import { Injectable } from '@nestjs/common';
import { Failures } from '../../../platform/database/failures.js';
import type { Loop } from '../../../platform/loop/loop.js';
import { Loops } from '../../../platform/loop/loops.js';
import { MarketCatalog, MarketUpdates } from '../../markets/market-board/index.js';
import { BOOKS, FollowOpenPositions } from '../futures-index/index.js';
import { FillOrders } from './fill-orders.js';
import { MovedFutures } from './moved-futures.js';
import { TriggerStops } from './trigger-stops.js';

/**
 * Watches prices for pending orders and stops, in every process with the role `worker`. Each book has rounds of its own: however much
 * demo money has to be done in a market, nothing of real money waits for it, in that market or in another.
 */
@Injectable()
export class WatchOrders {
  private readonly watches: { demo: boolean; moved: MovedFutures; loop: Loop }[];

  constructor(
    loops: Loops,
    updates: MarketUpdates,
    catalog: MarketCatalog,
    private readonly followOpenPositions: FollowOpenPositions,
    private readonly fillOrders: FillOrders,
    private readonly triggerStops: TriggerStops,
  ) {
    this.watches = BOOKS.map((demo) => {
      const moved = new MovedFutures(updates, catalog);
      const loop = loops.add({
        name: demo ? 'futures.demo-orders' : 'futures.orders',
        role: 'worker',
        listen: () => moved.listen(() => loop.wake()),
        round: () => this.round(moved, demo, loop),
      });
      return { demo, moved, loop };
    });
  }

  /** Checks a book of these markets in a round of its own, behind the running one. */
  async check(marketIds: readonly number[], demo: boolean): Promise<void> {
    for (const watch of this.watches) {
      if (watch.demo !== demo) continue;
      watch.moved.add(marketIds);
      await watch.loop.run();
    }
  }

  private async round(moved: MovedFutures, demo: boolean, loop: Loop): Promise<void> {
    const failures = new Failures();
    const marketIds = moved.all;
    if (!this.followOpenPositions.loaded) return marketIds.forEach((marketId) => moved.remove(marketId));
    try {
      for (const marketId of marketIds) {
        moved.remove(marketId);
        await failures.apart(() => this.triggerStops.execute({ marketId, demo }), 0);
        await failures.apart(() => this.fillOrders.execute({ marketId, demo }), 0);
      }
    } finally {
      // A round that ended early left markets behind, which must not wait for the next notice.
      if (moved.all.length > 0) loop.wake();
    }
    failures.end();
  }
}
