import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import type { Transaction } from '../../../platform/database/transaction.js';

export interface ChangeByHand {
  currencyId: number;
  /** Of either sign. */
  amount: DecimalText;
  /** Who proposed and who approved it. */
  people: readonly string[];
}

/** What is left of the caps of changes by hand today, by the database's clock. */
@Injectable()
export class ChangeCaps {
  /**
   * Which cap a change would go beyond: that of all persons, that of one of its own, or none. Changes of its coin wait for
   * each other from here on: what was read stays so until the transaction ends.
   */
  async reached(tx: Transaction, { currencyId, amount, people }: ChangeByHand): Promise<'all' | 'person' | null> {
    await tx.query(`select pg_advisory_xact_lock(hashtext('wallet_adjustment_capped'), $1::integer)`, [currencyId]);
    const rows: { reached: 'all' | 'person' | null }[] = await tx.query(
      `with caps as (
         select coalesce(max(c.by_person), 0) as by_person, coalesce(max(c.by_all), 0) as by_all,
                date_trunc('day', clock_timestamp(), 'UTC') as day
           from adjustment_cap c where c.currency_id = $1::integer)
       select case
           when wallet_adjusted($1::integer, k.day, null) + abs($2::numeric) > k.by_all then 'all'
           when exists (select from unnest($3::bigint[]) as person
                         where wallet_adjusted($1::integer, k.day, person) + abs($2::numeric) > k.by_person) then 'person'
         end as reached
         from caps k`,
      [currencyId, amount, people],
    );
    return rows[0]?.reached ?? null;
  }
}
