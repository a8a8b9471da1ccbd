import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { LosingProduct } from '../../../contract/trading/losing-accounts.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';

export interface CountedAccounts {
  product: LosingProduct;
  accounts: number;
  losing: number;
  /** Unix milliseconds. */
  since: number;
  countedAt: number;
}

/** The counts of accounts, and what they are made from. */
@Injectable()
export class LosingAccountsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Counts the accounts of a product from their sums, which hold the days from `since` on. */
  async count(tx: Transaction, product: LosingProduct, since: Date, at: Date): Promise<void> {
    await tx.query('delete from trade_result_year where product = $1 and days = 0', [product]);
    await tx.query(
      `insert into losing_accounts as l (product, accounts, losing, since, counted_at)
       select $2, count(*), count(*) filter (where y.made < 0), $1, $3 from trade_result_year y where y.product = $2
       on conflict (product) do update
          set accounts = excluded.accounts, losing = excluded.losing, since = excluded.since,
              counted_at = excluded.counted_at
        where l.counted_at < excluded.counted_at`,
      [since, product, at],
    );
  }

  read(): Promise<CountedAccounts[]> {
    return this.source.query(
      `select product, accounts, losing, (extract(epoch from since) * 1000)::float8 as since,
              (extract(epoch from counted_at) * 1000)::float8 as "countedAt"
         from losing_accounts order by product`,
    );
  }
}
