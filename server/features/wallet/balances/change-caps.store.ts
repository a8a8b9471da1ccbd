import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import type { Transaction } from '../../../platform/database/transaction.js';

/** What has caps of its own: a change by hand or a credit against its chain, a credit without a chain, a released withdrawal. */
export type CappedAct = 'adjustment' | 'credit' | 'payout';

export interface ChangeByHand {
  act: CappedAct;
  currencyId: number;
  /** Of either sign. */
  amount: DecimalText;
  /** Who decides it: who proposed and who approved it, or one alone. */
  people: readonly string[];
}

/** What is left today, by the database's clock, of the caps of what operators do with a coin. */
@Injectable()
export class ChangeCaps {
  /**
   * Which cap a change would go beyond: that of all persons, that of one of its own, or none. Changes of its coin wait for
   * each other from here on: what was read stays so until the transaction ends.
   */
  async reached(tx: Transaction, { act, currencyId, amount, people }: ChangeByHand): Promise<'all' | 'person' | null> {
    await tx.query(`select pg_advisory_xact_lock(hashtext('wallet_adjustment_capped'), $1::integer)`, [currencyId]);
    const rows: { reached: 'all' | 'person' | null }[] = await tx.query(
      `select case
           when wallet_cap_used($4, $1::integer, k.day, null) + abs($2::numeric) > c.by_all then 'all'
           when exists (select from unnest($3::bigint[]) as person
                         where wallet_cap_used($4, $1::integer, k.day, person) + abs($2::numeric) > c.by_person) then 'person'
         end as reached
         from wallet_caps($4, $1::integer) c cross join (select date_trunc('day', clock_timestamp(), 'UTC') as day) k`,
      [currencyId, amount, people, act],
    );
    return rows[0]?.reached ?? null;
  }
}
