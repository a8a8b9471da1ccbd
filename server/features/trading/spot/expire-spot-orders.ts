import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Failures } from '../../../platform/database/failures.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { inHalves } from '../../../platform/jobs/in-halves.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { SpotStore } from './spot.store.js';

/** Orders of one transaction. */
const AT_ONCE = 200;
/** Transactions of one round; the next round goes on. */
const MOST_BATCHES = 50;

/**
 * Ends the orders whose date has come by the database's clock, and gives back what is frozen for them. Any number of rounds may
 * run at once or be killed: an order that somebody is at is left out, and whoever has it first decides.
 */
@Injectable()
export class ExpireSpotOrders {
  constructor(
    private readonly store: SpotStore,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Answers how many orders ended. @throws what failed, after all others were done: whose release fails holds up nobody. */
  async execute(): Promise<number> {
    const failures = new Failures();
    const failed: string[] = [];
    let all = 0;
    for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
      const due = await this.store.due(AT_ONCE, failed, new Date(this.clock.now()));
      if (due.length === 0) break;
      const before = failed.length;
      const ended = await inHalves(
        due,
        (some) => this.expire(some),
        (id, error) => {
          failed.push(id);
          failures.keep(new Error(`The order ${id} does not end: ${String(error)}`, { cause: error }));
        },
      );
      all += ended;
      // Somebody is at the rest.
      if (due.length < AT_ONCE || ended + failed.length === before) break;
    }
    failures.end();
    return all;
  }

  private expire(some: readonly string[]): Promise<number> {
    return this.transactions.run(async (tx) => {
      const expired = await this.store.expire(tx, some, new Date(this.clock.now()));
      this.outbox.announce(tx, [...new Set(expired.userIds)]);
      return expired.ended;
    });
  }
}
