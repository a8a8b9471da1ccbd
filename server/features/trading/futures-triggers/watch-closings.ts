import { Injectable } from '@nestjs/common';
import type { Loop } from '../../../platform/loop/loop.js';
import { Loops } from '../../../platform/loop/loops.js';
import { MarketCatalog, MarketUpdates } from '../../markets/market-board/index.js';
import { BOOKS, FollowOpenPositions } from '../futures-index/index.js';
import { FillClosings } from './fill-closings.js';
import { MovedFutures } from './moved-futures.js';

/**
 * Watches prices for orders to close, in every process with the role `worker`. Each book has rounds of its own, apart from those of
 * the stops: however many wait, no stop waits for them, and no real money for demo money.
 */
@Injectable()
export class WatchClosings {
  private readonly watches: { demo: boolean; moved: MovedFutures; loop: Loop }[];

  constructor(
    loops: Loops,
    updates: MarketUpdates,
    catalog: MarketCatalog,
    private readonly followOpenPositions: FollowOpenPositions,
    private readonly fillClosings: FillClosings,
  ) {
    this.watches = BOOKS.map((demo) => {
      const moved = new MovedFutures(updates, catalog);
      const loop = loops.add({
        name: demo ? 'futures.demo-closings' : 'futures.closings',
        role: 'worker',
        listen: () => moved.listen(() => loop.wake()),
        round: () => this.round(moved, demo),
      });
      return { demo, moved, loop };
    });
  }

  /** Has all that waits in a book of these markets looked at, without waiting for it. */
  wake(marketIds: readonly number[], demo: boolean): void {
    for (const watch of this.watches) {
      if (watch.demo !== demo) continue;
      watch.moved.add(marketIds);
      watch.loop.wake();
    }
  }

  private async round(moved: MovedFutures, demo: boolean): Promise<void> {
    const marketIds = moved.all;
    for (const marketId of marketIds) moved.remove(marketId);
    if (this.followOpenPositions.loaded) await this.fillClosings.execute(marketIds, [demo]);
  }
}
