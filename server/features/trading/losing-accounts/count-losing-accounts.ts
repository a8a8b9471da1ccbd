import { Injectable, Logger } from '@nestjs/common';
import { LOSING_PRODUCTS, type LosingProduct } from '../../../contract/trading/losing-accounts.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { LosingAccountsStore } from './losing-accounts.store.js';
import { TradeResultsStore } from './trade-results.store.js';

const DAY_MS = 86_400_000;
/** The twelve months that regulators ask for, as whole days before the one that it is. */
export const PERIOD_DAYS = 365;

/** Results that are added in one transaction. */
const FOLDED_AT_ONCE = 5000;
/** Days that are held against the orders in a run, once all of them were: with a run an hour, each day once in a day. */
const CHECKED_AT_ONCE = 16;

/**
 * Counts, product by product, which accounts lost money over the last twelve months. What ended since the last run is added to
 * the day that it ended on, the days that are over for a year are taken away, and a few days are held against the orders.
 */
@Injectable()
export class CountLosingAccounts {
  private readonly logger = new Logger('LosingAccounts');

  constructor(
    private readonly results: TradeResultsStore,
    private readonly store: LosingAccountsStore,
    private readonly clock: Clock,
  ) {}

  async execute(foldedAtOnce = FOLDED_AT_ONCE, checkedAtOnce = CHECKED_AT_ONCE): Promise<void> {
    const now = this.clock.now();
    for (const product of LOSING_PRODUCTS) {
      await this.pass(product, now);
      while ((await this.fold(product, foldedAtOnce)) === foldedAtOnce);
      await this.check(product, now, checkedAtOnce);
      await this.results.atPlace(product, async (tx, { firstDay, isWhole }) => {
        if (isWhole) await this.store.count(tx, product, new Date(firstDay), new Date(now));
      });
    }
  }

  private async pass(product: LosingProduct, now: number): Promise<void> {
    const first = dayOf(now - PERIOD_DAYS * DAY_MS);
    await this.results.atPlace(product, async (tx, { firstDay }) => {
      if (isBefore(firstDay, first)) await this.results.passTo(tx, product, first, new Date(now));
    });
  }

  private fold(product: LosingProduct, limit: number): Promise<number | null> {
    return this.results.atPlace(product, (tx) => this.results.fold(tx, product, limit));
  }

  /** All days at first, so that what had ended before there were days is in them; then some of them in each run. */
  private async check(product: LosingProduct, now: number, atOnce: number): Promise<void> {
    for (let left = atOnce; left > 0; left -= 1) {
      const wasWhole = await this.checkNext(product, dayOf(now));
      if (wasWhole === null) return;
      // The first round is not cut short.
      if (!wasWhole) left = atOnce + 1;
    }
  }

  /** Answers whether all days had been checked before; null where there is none to check, or somebody else does it. */
  private checkNext(product: LosingProduct, today: string): Promise<boolean | null> {
    return this.results.atPlace(product, async (tx, { firstDay, checkedDay, isWhole }) => {
      const from = isBefore(checkedDay, firstDay) ? firstDay : dayAfter(checkedDay);
      // Days without anything are passed over.
      const day = isBefore(today, from) ? null : await this.results.firstDay(tx, product, from);
      if (day === null || isBefore(today, day)) {
        await this.results.checked(tx, product, '-infinity', true);
        return null;
      }
      const differing = await this.results.check(tx, product, day);
      if (isWhole && differing > 0)
        this.logger.error(
          `Results of ${differing} accounts (${product}) on ${day} differed from the orders: put right.`,
        );
      await this.results.checked(tx, product, day, false);
      return isWhole;
    });
  }
}

/** `2026-11-27`, in UTC. */
function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

function dayAfter(day: string): string {
  return dayOf(Date.parse(day) + DAY_MS);
}

/** As the database writes days, the one before all others is `-infinity`. */
function isBefore(one: string, other: string): boolean {
  return one === '-infinity' ? other !== '-infinity' : one < other;
}
