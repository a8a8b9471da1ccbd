import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { LosingProduct } from '../../../contract/trading/losing-accounts.dto.js';
import { allowLonger } from '../../../platform/database/watched-pool.js';

const COUNT_LIMIT_MS = 60_000;

/** What each account has made, real money only, of what has ended since an instant: profit after fees and funding. */
const RESULTS: Record<LosingProduct, string> = {
  option: `select o.user_id, sum(o.profit - case when o.result in ('win', 'loss') then o.fee else 0 end) as made
             from option_order o
            where not o.demo and o.status = 'settled' and o.settled_at >= $1 group by o.user_id`,
  contract: `select p.user_id, sum(p.realised_profit + p.funding - p.fee) as made
               from futures_position p
              where not p.demo and p.status = 3 and p.closed_at >= $1 group by p.user_id`,
};

export interface CountedAccounts {
  product: LosingProduct;
  accounts: number;
  losing: number;
  /** Unix milliseconds. */
  since: number;
  countedAt: number;
}

/** Reads what accounts made, and keeps the counts. */
@Injectable()
export class LosingAccountsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Counts the accounts of a product anew, in one statement, so that no number stands beside one of another time. */
  async count(product: LosingProduct, since: Date, at: Date): Promise<void> {
    await this.source.transaction(async (tx) => {
      await allowLonger(tx, COUNT_LIMIT_MS);
      await tx.query(
        `insert into losing_accounts as l (product, accounts, losing, since, counted_at)
         select $2, count(*), count(*) filter (where result.made < 0), $1, $3 from (${RESULTS[product]}) result
         on conflict (product) do update
            set accounts = excluded.accounts, losing = excluded.losing, since = excluded.since,
                counted_at = excluded.counted_at
          where l.counted_at < excluded.counted_at`,
        [since, product, at],
      );
    });
  }

  read(): Promise<CountedAccounts[]> {
    return this.source.query(
      `select product, accounts, losing, (extract(epoch from since) * 1000)::float8 as since,
              (extract(epoch from counted_at) * 1000)::float8 as "countedAt"
         from losing_accounts order by product`,
    );
  }
}
