import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';

export interface BankRow {
  id: number;
  name: string;
  listed: boolean;
}

/** More than any country has of note. */
const ROWS_MAX = 500;

/** The SQL of the banks that users may choose from. */
@Injectable()
export class BanksStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** In the order in which they were added. */
  all(): Promise<BankRow[]> {
    return this.source.query('select id, name, listed from account_bank order by id limit $1', [ROWS_MAX]);
  }

  /** The bank, offered or not from now on; null where it was so already, or where there is no room. */
  async set(tx: Transaction, { name, listed }: Omit<BankRow, 'id'>, at: Date): Promise<number | null> {
    // Two at once would both count one place that is left.
    await tx.query(`select pg_advisory_xact_lock(hashtext('account_bank'))`);
    const rows: { id: number }[] = await tx.query(
      `insert into account_bank as known (name, listed, changed_at)
       select $1, $2, $3 where $2 and (select count(*) < $4 from account_bank) or exists (select 1 from account_bank where name = $1)
       on conflict (name) do update set listed = excluded.listed, changed_at = excluded.changed_at
         where known.listed <> excluded.listed
       returning id`,
      [name, listed, at, ROWS_MAX],
    );
    return rows[0]?.id ?? null;
  }
}
