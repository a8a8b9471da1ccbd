import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Failures } from '../../../platform/database/failures.js';
import { endsPass } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { RebatesStore } from './rebates.store.js';

/** Of one transaction: enough for set-based work, and little to do again when it is killed. */
const JOURNALS_AT_ONCE = 50_000;
const REBATES_AT_ONCE = 5000;
/** People of a day whose rebates fail by themselves before the day ends as failed: where all do, the cause is no single one. */
const ASIDE_MAX = 100;
/** Days of one run; what is left is the next one's. */
const MOST_DAYS = 400;

/**
 * Rebates the days that are over: adds up the fees of invited users from the postings, then books what they bring. Any
 * number of runs may go on at once, be repeated, or be killed at any instant: one at a time works at a day, and what was
 * committed stays. Who cannot be booked is put apart and tried again by the next run: their day waits for them, everybody else's rebates
 * and the days after it do not.
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

  /** Answers how many rebates were decided. @throws at the end what was put apart. */
  async execute(): Promise<number> {
    const failures = new Failures();
    let booked = 0;
    for (const day of await this.store.waitingDays()) booked += (await this.rebate(day, failures)).booked;
    let waiting: string | null = null;
    for (let days = 0; days < MOST_DAYS; days += 1) {
      const day: string | null = await this.store.openDay(this.now(), waiting);
      if (day === null) break;
      const rebated = await this.rebate(day, failures);
      booked += rebated.booked;
      waiting = rebated.isWhole ? null : day;
    }
    this.metrics.rebateLagDays.set(await this.store.lagDays());
    failures.end();
    return booked;
  }

  private async rebate(day: string, failures: Failures): Promise<{ booked: number; isWhole: boolean }> {
    while ((await this.transactions.run((tx) => this.store.gather(tx, day, JOURNALS_AT_ONCE, this.now()))) > 0);
    let booked = 0;
    let limit = REBATES_AT_ONCE;
    const except: string[] = [];
    for (;;) {
      try {
        const rebates = await this.book(day, limit, except);
        if (rebates === 0) break;
        booked += rebates;
      } catch (error) {
        if (endsPass(error) || except.length >= ASIDE_MAX) throw error;
        if (limit > 1) {
          limit = Math.ceil(limit / 2);
          continue;
        }
        const payer = await this.store.nextPayer(day, except);
        if (payer === null) throw error;
        except.push(payer);
        failures.keep(new Error(`Rebates of ${day} for what user ${payer} paid: ${String(error)}`, { cause: error }));
      }
      limit = REBATES_AT_ONCE;
    }
    if (booked > 0) this.logger.log(`The fees of ${day} brought ${booked} rebates.`);
    return { booked, isWhole: except.length === 0 };
  }

  private book(day: string, limit: number, except: readonly string[]): Promise<number> {
    return this.transactions.run(async (tx) => {
      const { rebates, userIds } = await this.store.book(tx, { day, limit, except, at: this.now() });
      this.outbox.announce(tx, userIds);
      return rebates;
    });
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}
