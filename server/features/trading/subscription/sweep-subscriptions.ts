import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Failures } from '../../../platform/database/failures.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { ParkedRows, sweepRows } from '../../../platform/jobs/sweep-rows.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { OffersStore } from './offers.store.js';
import { SWEEP_STEPS, type SweepStep, SubscriptionStore } from './subscription.store.js';

/** Orders of one transaction: enough for set-based work, and little to do again when it is killed. */
/** Few enough that whoever begins a break does not wait long for a batch: it holds the lock that breaks take. */
const AT_ONCE = 500;
const LANES = 2;
/** Pages of one sweep; the next sweep goes on. */
const PAGES_MAX = 1000;

/**
 * Takes orders for new coins through their states: those of verified buyers pass, those of cancelled offers are given back, those
 * of launched ones are delivered, and what was locked for long enough is released. Any number of sweeps may run at once, be repeated,
 * or be killed at any instant: an order that somebody is at is skipped, what was committed stays, and what was missed is done by the
 * next. An order that fails holds up no other.
 */
@Injectable()
export class SweepSubscriptions {
  private readonly logger = new Logger(SweepSubscriptions.name);
  private readonly parked = new Map<SweepStep, ParkedRows>();

  constructor(
    private readonly store: SubscriptionStore,
    private readonly offers: OffersStore,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  /** Answers how many orders went how far. */
  async execute(): Promise<Record<SweepStep, number>> {
    const at = new Date(this.clock.now());
    await this.transactions.run((tx) => this.offers.lapse(tx, at));
    const done: Partial<Record<SweepStep, number>> = {};
    const failures = new Failures();
    // What stops one step holds up none of the others: coins that are due are released all the same.
    for (const step of SWEEP_STEPS) {
      const orders = await failures.apart(() => this.sweep(step, at, failures), 0);
      done[step] = orders;
      if (orders > 0) this.logger.log(`${step.replace('_', ' ')}: ${orders} orders.`);
    }
    this.metrics.subscriptionLagSeconds.set(await this.store.lagSeconds(at));
    failures.end();
    return done as Record<SweepStep, number>;
  }

  private async sweep(step: SweepStep, at: Date, failures: Failures): Promise<number> {
    const work = (only: readonly string[]) =>
      this.transactions.run(async (tx) => {
        const { orders, userIds } = await this.store.step(tx, step, { limit: only.length, at, only });
        this.outbox.announce(tx, [...new Set(userIds)]);
        return orders;
      });
    const due = (limit: number, except: readonly string[]) => this.store.due(step, { at, limit, except });
    const parked = this.parked.get(step) ?? new ParkedRows(this.clock);
    this.parked.set(step, parked);
    const swept = await sweepRows({ due, work, atOnce: AT_ONCE, lanes: LANES, pagesMax: PAGES_MAX, parked });
    for (const failure of swept.failures) failures.keep(failure);
    return swept.done;
  }
}
