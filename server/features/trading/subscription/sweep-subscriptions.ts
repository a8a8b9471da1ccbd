import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { whenAllEnd } from '../../../platform/jobs/in-lanes.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { OffersStore } from './offers.store.js';
import { SWEEP_STEPS, type SweepStep, SubscriptionStore } from './subscription.store.js';

/** Orders of one transaction: enough for set-based work, and little to do again when it is killed. */
const AT_ONCE = 2000;
const LANES = 2;
/** Transactions of one lane of one sweep; the next sweep goes on. */
const MOST_BATCHES = 1000;

/**
 * Takes orders for new coins through their states: those of verified buyers pass, those of cancelled offers are given back, those
 * of launched ones are delivered, and what was locked for long enough is released. Any number of sweeps may run at once, be repeated,
 * or be killed at any instant: an order that somebody is at is skipped, what was committed stays, and what was missed is done by the
 * next.
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
        done[step] = await this.inLanes(step, at);
        if (done[step] > 0) this.logger.log(`${step.replace('_', ' ')}: ${done[step]} orders.`);
      } catch (error) {
        failures.push(error);
      }
    }
    this.metrics.subscriptionLagSeconds.set(await this.store.lagSeconds(at));
    if (failures.length > 0) throw failures[0];
    return done as Record<SweepStep, number>;
  }

  private async inLanes(step: SweepStep, at: Date): Promise<number> {
    const done = await whenAllEnd(Array.from({ length: LANES }, () => this.lane(step, at)));
    return done.reduce((sum, orders) => sum + orders, 0);
  }

  private async lane(step: SweepStep, at: Date): Promise<number> {
    let orders = 0;
    for (let round = 0; round < MOST_BATCHES; round += 1) {
      const swept = await this.transactions.run(async (tx) => {
        const result = await this.store.step(tx, step, AT_ONCE, at);
        this.outbox.announce(tx, [...new Set(result.userIds)]);
        return result;
      });
      orders += swept.orders;
      if (swept.orders === 0) break;
    }
    return orders;
  }
}
