import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { allowLonger } from '../../../platform/database/watched-pool.js';
import { ClosingPricesStore } from './closing-prices.store.js';
import { ProfitDaysStore } from './profit-days.store.js';

export interface FoldLimits {
  /** Journals of one transaction. */
  slice: number;
  slices: number;
  /** The minute of a price has ended, and its bar was written, before it is asked for. */
  lagSeconds: number;
}

const LIMITS: FoldLimits = { slice: 2000, slices: 50, lagSeconds: 180 };
/** A journal may be about very many users, as that of a day's interest: a slice of those takes longer than a request may. */
const SLICE_LIMIT_MS = 60_000;
/** A year that ends today, and the day before it. */
const PRICED_DAYS = 400;
const PRICES_AT_ONCE = 500;

/** Adds what was sealed since the last time to the days of each account: each journal once, whoever else does it meanwhile. */
@Injectable()
export class FoldProfit {
  constructor(
    private readonly store: ProfitDaysStore,
    private readonly prices: ClosingPricesStore,
    private readonly transactions: Transactions,
  ) {}

  /** Answers whether everything that was sealed is added. */
  async execute(limits: Partial<FoldLimits> = {}): Promise<boolean> {
    const { slice, slices, lagSeconds } = { ...LIMITS, ...limits };
    await this.prices.saveMissing({ days: PRICED_DAYS, limit: PRICES_AT_ONCE, lagSeconds });
    const last = BigInt(await this.store.sealedTo(lagSeconds));
    for (let done = 0; done < slices; done += 1) {
      if (!(await this.goOn(last, BigInt(slice)))) return true;
    }
    return false;
  }

  /** Makes all of it again from the first journal on, as after a change of the rule. */
  async anew(): Promise<void> {
    await this.transactions.run(async (tx) => {
      if ((await this.store.lockPlace(tx)) !== null) await this.store.forget(tx);
    });
  }

  /** One slice; false where there is nothing more, or somebody else goes on. */
  private goOn(last: bigint, slice: bigint): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      const place = await this.store.lockPlace(tx);
      if (place === null || BigInt(place) >= last) return false;
      const until = BigInt(place) + slice;
      await allowLonger(tx, SLICE_LIMIT_MS);
      await this.store.fold(tx, place, String(until < last ? until : last));
      return true;
    });
  }
}
