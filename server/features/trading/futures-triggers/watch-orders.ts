import { Injectable } from '@nestjs/common';
import { Failures } from '../../../platform/database/failures.js';
import type { Loop } from '../../../platform/loop/loop.js';
import { Loops } from '../../../platform/loop/loops.js';
import { BOOKS, FollowOpenPositions } from '../futures-index/index.js';
import { FillOrders } from './fill-orders.js';
import { MovedFutures } from './moved-futures.js';
import { TriggerStops } from './trigger-stops.js';

/** Watches prices for pending orders and stops, in every process with the role `worker`. */
@Injectable()
export class WatchOrders {
  private readonly loop: Loop;

  constructor(
    loops: Loops,
    private readonly moved: MovedFutures,
    private readonly followOpenPositions: FollowOpenPositions,
    private readonly fillOrders: FillOrders,
    private readonly triggerStops: TriggerStops,
  ) {
    const listen = () => this.moved.listen(() => this.loop.wake());
    this.loop = loops.add({ name: 'futures.orders', role: 'worker', listen, round: () => this.round() });
  }

  /** Checks these markets in a round of its own, behind the running one. */
  async check(marketIds: readonly number[]): Promise<void> {
    this.moved.add(marketIds);
    await this.loop.run();
  }

  private async round(): Promise<void> {
    const failures = new Failures();
    const moved = this.moved.all;
    if (!this.followOpenPositions.loaded) return moved.forEach((marketId) => this.moved.remove(marketId));
    try {
      for (const marketId of moved) {
        this.moved.remove(marketId);
        for (const demo of BOOKS) {
          await failures.apart(() => this.triggerStops.execute({ marketId, demo }), 0);
          await failures.apart(() => this.fillOrders.execute({ marketId, demo }), 0);
        }
      }
    } finally {
      // A round that ended early left markets behind, which must not wait for the next notice.
      if (this.moved.all.length > 0) this.loop.wake();
    }
    failures.end();
  }
}
