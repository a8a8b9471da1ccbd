import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Failures } from '../../../platform/database/failures.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { BOOKS } from './moved-markets.js';
import { SpotExitsStore } from './spot-exits.store.js';

/** Purchases of one look; the next one goes on behind them. */
const AT_ONCE = 200;

/**
 * Places the take-profits and stop-losses of purchases that have ended, each in a transaction of its own and once, whoever comes. The row is
 * the fact: whoever looks, however late, finds it. Each book has a place of its own.
 */
@Injectable()
export class ActivateSpotExits {
  /** By book the last purchase that a look has tried with others behind it; none: it begins with the first. */
  private readonly places = new Map<boolean, string>();

  constructor(
    private readonly store: SpotExitsStore,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Answers of how many of these books it was told: that they were placed, or that nothing was. */
  async execute(books: readonly boolean[] = BOOKS): Promise<number> {
    const failures = new Failures();
    let notified = 0;
    for (const demo of books) {
      const due = await this.due(demo);
      for (const orderId of due) notified += await failures.apart(() => this.activate(orderId), 0);
    }
    failures.end();
    return notified;
  }

  /** Whether the last look at a book has left some behind that it did not try. */
  isUnfinished(demo: boolean): boolean {
    return this.places.has(demo);
  }

  private async due(demo: boolean): Promise<string[]> {
    const after = this.places.get(demo) ?? null;
    // A look that fails begins anew with the next sweep, and asks for none at once.
    this.places.delete(demo);
    const due = await this.store.due({ demo, after }, AT_ONCE, new Date(this.clock.now()));
    const last = due.at(-1);
    // Before they are tried: those that fail must not be the first again.
    if (last !== undefined && due.length === AT_ONCE) this.places.set(demo, last);
    return due;
  }

  private activate(orderId: string): Promise<number> {
    return this.transactions.run(async (tx) => {
      const users = await this.store.activate(tx, orderId, new Date(this.clock.now()));
      this.outbox.announce(tx, users);
      return users.length;
    });
  }
}
