import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { RebatesStore } from './rebates.store.js';

/** Of one transaction: enough for set-based work, and little to do again when it is killed. */
const JOURNALS_AT_ONCE = 50_000;
const REBATES_AT_ONCE = 5000;
/** Days of one run; what is left is the next one's. */
const MOST_DAYS = 400;

/**
 * Rebates the days that are over: adds up the fees of invited users from the postings, then books what they bring. Any
 * number of runs may go on at once, be repeated, or be killed at any instant: one at a time works at a day, and what was
 * committed stays.
 */
@Injectable()
export class BookRebates {
  private readonly logger = new Logger(BookRebates.name);

  constructor(
    private readonly store: RebatesStore,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  /** Answers how many rebates were decided. */
  async execute(): Promise<number> {
    let booked = 0;
    for (let days = 0; days < MOST_DAYS; days += 1) {
      const day = await this.store.openDay(this.now());
      if (day === null) break;
      booked += await this.rebate(day);
    }
    this.metrics.rebateLagDays.set(await this.store.lagDays());
    return booked;
  }

  private async rebate(day: string): Promise<number> {
    while ((await this.transactions.run((tx) => this.store.gather(tx, day, JOURNALS_AT_ONCE, this.now()))) > 0);
    let booked = 0;
    for (;;) {
      const { rebates } = await this.transactions.run(async (tx) => {
        const done = await this.store.book(tx, day, REBATES_AT_ONCE, this.now());
        this.outbox.announce(tx, done.userIds);
        return done;
      });
      if (rebates === 0) break;
      booked += rebates;
    }
    if (booked > 0) this.logger.log(`The fees of ${day} brought ${booked} rebates.`);
    return booked;
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}
