import { Injectable, Logger } from '@nestjs/common';
import { utcDay } from '../../../contract/rules/trust.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { whenAllEnd } from '../../../platform/jobs/in-lanes.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { type Swept, TrustStore } from './trust.store.js';

/** Orders of one transaction: enough for set-based work, and little to do again when it is killed. */
const AT_ONCE = 5000;
const LANES = 2;
/** Transactions of one lane of one sweep; the next sweep goes on. */
const MOST_BATCHES = 2000;
const QUOTE_RETENTION_MS = 86_400_000;

/**
 * Books the interest of every day that is over and gives back what is ripe. Any number of sweeps may run at once, be
 * repeated, or be killed at any instant: an order that somebody is at is skipped, what was committed stays, and what was
 * missed for days is booked day by day.
 */
@Injectable()
export class SweepTrustOrders {
  private readonly logger = new Logger(SweepTrustOrders.name);

  constructor(
    private readonly store: TrustStore,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  /** Answers how many days of interest were booked and how many orders ended. */
  async execute(): Promise<{ accrued: number; completed: number }> {
    const now = this.clock.now();
    const [today, at] = [utcDay(now), new Date(now)];
    const accrued = await this.inLanes((tx) => this.store.accrue(tx, AT_ONCE, at));
    const completed = await this.inLanes((tx) => this.store.complete(tx, AT_ONCE, at));
    await this.store.forgetQuotes(new Date(now - QUOTE_RETENTION_MS));
    this.metrics.trustLagDays.set(await this.store.lagDays(today));
    if (accrued + completed > 0) this.logger.log(`Interest of ${accrued} days booked, ${completed} orders completed.`);
    return { accrued, completed };
  }

  private async inLanes(batch: (tx: Transaction) => Promise<Swept>): Promise<number> {
    const done = await whenAllEnd(Array.from({ length: LANES }, () => this.lane(batch)));
    return done.reduce((sum, orders) => sum + orders, 0);
  }

  private async lane(batch: (tx: Transaction) => Promise<Swept>): Promise<number> {
    let orders = 0;
    for (let round = 0; round < MOST_BATCHES; round += 1) {
      const swept = await this.transactions.run(async (tx) => {
        const result = await batch(tx);
        this.outbox.announce(tx, [...new Set(result.userIds)]);
        return result;
      });
      orders += swept.orders;
      if (swept.orders === 0) break;
    }
    return orders;
  }
}
