import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { sweepRows, type SweptRows } from '../../../platform/jobs/sweep-rows.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { OffersStore } from './offers.store.js';
import { SWEEP_STEPS, type SweepStep, SubscriptionStore } from './subscription.store.js';

/** Orders of one transaction: enough for set-based work, and little to do again when it is killed. */
const AT_ONCE = 2000;
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
    const failures: unknown[] = [];
    // What stops one step holds up none of the others: coins that are due are released all the same.
    for (const step of SWEEP_STEPS) {
      try {
        const swept = await this.sweep(step, at);
        done[step] = swept.done;
        failures.push(...swept.failures);
        if (done[step] > 0) this.logger.log(`${step.replace('_', ' ')}: ${done[step]} orders.`);
      } catch (error) {
        failures.push(error);
      }
    }
    this.metrics.subscriptionLagSeconds.set(await this.store.lagSeconds(at));
    if (failures.length > 0) throw failures[0];
    return done as Record<SweepStep, number>;
  }

  private sweep(step: SweepStep, at: Date): Promise<SweptRows> {
    const work = (only: readonly string[]) =>
      this.transactions.run(async (tx) => {
        const { orders, userIds } = await this.store.step(tx, step, { limit: only.length, at, only });
        this.outbox.announce(tx, [...new Set(userIds)]);
        return orders;
      });
    const due = (limit: number, except: readonly string[]) => this.store.due(step, { at, limit, except });
    return sweepRows({ due, work, atOnce: AT_ONCE, lanes: LANES, pagesMax: PAGES_MAX });
  }
}
