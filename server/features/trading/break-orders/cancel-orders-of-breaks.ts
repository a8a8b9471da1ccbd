import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Failures } from '../../../platform/database/failures.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Loop } from '../../../platform/loop/loop.js';
import { Loops } from '../../../platform/loop/loops.js';
import { CancelOrder } from '../futures-orders/index.js';
import { CancelSpotOrder, CancelSpotStop } from '../spot/index.js';
import { BreakOrdersStore, type WaitingOrder, type WaitingPlace } from './break-orders.store.js';

const EVERY_MS = 5000;
/** Orders of one round; the next one goes on behind them, at once. */
const AT_ONCE = 100;

/**
 * Takes back what waits of users who take a break and would open something: a break is no time in which a position comes to be.
 * What is sold, closed or reduced by what waits goes on waiting.
 */
@Injectable()
export class CancelOrdersOfBreaks {
  /** The last order that a round has tried with others behind it; null: a round begins with the first. */
  private place: WaitingPlace | null = null;
  private readonly cancels: Record<WaitingOrder['product'], (order: WaitingOrder) => Promise<void>>;

  constructor(
    loops: Loops,
    private readonly store: BreakOrdersStore,
    private readonly clock: Clock,
    cancelSpotOrder: CancelSpotOrder,
    cancelSpotStop: CancelSpotStop,
    cancelOrder: CancelOrder,
  ) {
    this.cancels = {
      spot: ({ userId, id }) => cancelSpotOrder.execute({ userId, orderId: id, key: null }),
      stop: ({ userId, id }) => cancelSpotStop.execute({ userId, stopId: id, key: null }),
      contract: ({ userId, id }) => cancelOrder.execute({ userId, positionId: id, key: null }),
    };
    const loop: Loop = loops.add({
      name: 'break-orders',
      role: 'worker',
      everyMs: EVERY_MS,
      round: async () => {
        try {
          await this.execute();
        } finally {
          if (this.isUnfinished()) loop.wake();
        }
      },
    });
  }

  /** @returns how many were taken back. @throws what failed, after all others were done. */
  async execute(): Promise<number> {
    const failures = new Failures();
    let cancelled = 0;
    const after = this.place;
    // A look that fails begins anew with the next round, and asks for none at once.
    this.place = null;
    const waiting = await this.store.waiting(after, AT_ONCE, new Date(this.clock.now()));
    // Before they are tried: those that fail must not be the first again.
    this.place = waiting.length < AT_ONCE ? null : (waiting.at(-1) ?? null);
    for (const order of waiting) cancelled += await failures.apart(() => this.cancel(order), 0);
    failures.end();
    return cancelled;
  }

  /** Whether the last round has left some behind that it did not try. */
  isUnfinished(): boolean {
    return this.place !== null;
  }

  private async cancel(order: WaitingOrder): Promise<number> {
    try {
      await this.cancels[order.product](order);
      return 1;
    } catch (error) {
      // It was filled or cancelled a moment ago.
      if (error instanceof Refusal) return 0;
      throw error;
    }
  }
}
