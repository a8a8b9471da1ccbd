import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Failures } from '../../../platform/database/failures.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { SpotExitsStore } from './spot-exits.store.js';

/** Purchases of one look; the next one goes on behind them. */
const AT_ONCE = 200;

/**
 * Places the take-profits and stop-losses of purchases that have ended, each in a transaction of its own and once, whoever comes. The row is
 * the fact: whoever looks, however late, finds it.
 */
@Injectable()
export class ActivateSpotExits {
  /** The last purchase that a look has tried with others behind it; null: a look begins with the first. */
  private place: string | null = null;

  constructor(
    private readonly store: SpotExitsStore,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Answers of how many it was told: that they were placed, or that nothing was. */
  async execute(): Promise<number> {
    const failures = new Failures();
    let notified = 0;
    const due = await this.store.due(this.place, AT_ONCE, new Date(this.clock.now()));
    // Before they are tried: those that fail must not be the first again.
    this.place = due.length < AT_ONCE ? null : (due.at(-1) ?? null);
    for (const orderId of due) {
      notified += await failures.apart(() => this.activate(orderId), 0);
    }
    failures.end();
    return notified;
  }

  private activate(orderId: string): Promise<number> {
    return this.transactions.run(async (tx) => {
      const users = await this.store.activate(tx, orderId, new Date(this.clock.now()));
      this.outbox.announce(tx, users);
      return users.length;
    });
  }
}
