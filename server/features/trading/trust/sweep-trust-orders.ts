import { Injectable, Logger } from '@nestjs/common';
import { utcDay } from '../../../contract/rules/trust.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Failures } from '../../../platform/database/failures.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { ParkedRows, type RowSweep, sweepRows } from '../../../platform/jobs/sweep-rows.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { type Swept, TrustStore } from './trust.store.js';

/** Orders of one transaction: enough for set-based work, and little to do again when it is killed. */
const AT_ONCE = 5000;
const LANES = 2;
/** Pages of one sweep; the next sweep goes on. */
const PAGES_MAX = 2000;
const QUOTE_RETENTION_MS = 86_400_000;

type Step = 'interest' | 'returns';

interface StepWork {
  due: RowSweep['due'];
  take: (tx: Transaction, only: readonly string[]) => Promise<Swept>;
}

/**
 * Books the interest of every day that is over and gives back what is ripe. Any number of sweeps may run at once, be
 * repeated, or be killed at any instant: an order that somebody is at is skipped, what was committed stays, and what was
 * missed for days is booked day by day. An order that fails holds up no other.
 */
@Injectable()
export class SweepTrustOrders {
  private readonly logger = new Logger(SweepTrustOrders.name);

  private readonly parked: Record<Step, ParkedRows>;

  constructor(
    private readonly store: TrustStore,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {
    this.parked = { interest: new ParkedRows(clock), returns: new ParkedRows(clock) };
  }

  /**
   * Answers how many days of interest were booked and how many orders ended.
   * @throws what failed, after everything else is done.
   */
  async execute(): Promise<{ accrued: number; completed: number }> {
    const now = this.clock.now();
    const [today, at] = [utcDay(now), new Date(now)];
    const failures = new Failures();
    const accrued = await this.sweep('interest', failures, {
      due: (limit, except) => this.store.dueInterest(at, limit, except),
      take: (tx, only) => this.store.accrue(tx, only.length, at, only),
    });
    // What stops the interest of some holds up no return.
    const completed = await this.sweep('returns', failures, {
      due: (limit, except) => this.store.dueReturns(limit, except),
      take: (tx, only) => this.store.complete(tx, only.length, at, only),
    });
    await this.store.forgetQuotes(new Date(now - QUOTE_RETENTION_MS));
    this.metrics.trustLagDays.set(await this.store.lagDays(today));
    if (accrued + completed > 0) this.logger.log(`Interest of ${accrued} days booked, ${completed} orders completed.`);
    failures.end();
    return { accrued, completed };
  }

  private sweep(step: Step, failures: Failures, { due, take }: StepWork): Promise<number> {
    const work = (only: readonly string[]) =>
      this.transactions.run(async (tx) => {
        const { orders, userIds } = await take(tx, only);
        this.outbox.announce(tx, [...new Set(userIds)]);
        return orders;
      });
    const parked = this.parked[step];
    return failures.apart(async () => {
      const swept = await sweepRows({ due, work, atOnce: AT_ONCE, lanes: LANES, pagesMax: PAGES_MAX, parked });
      for (const failure of swept.failures) failures.keep(failure);
      return swept.done;
    }, 0);
  }
}
