import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../contract/money.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { HouseAccountKind, Journal, Posted, UserAccountKind } from './ledger-journal.js';

export interface Balance {
  kind: UserAccountKind;
  currencyId: number;
  balance: DecimalText;
}

/** The books' SQL. */
@Injectable()
export class LedgerStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** One call of the stored function: one round trip. */
  async post(tx: Transaction, { reason, reference, at, demo = false, legs }: Journal): Promise<Posted> {
    const rows: Posted[] = await tx.query(
      `select journal_id as "journalId", replayed, balances
         from ledger_post($1, $2, $3, $4, $5::bigint[], $6::text[], $7::integer[], $8::numeric[], $9::text[])`,
      [
        reason,
        reference,
        new Date(at),
        demo,
        legs.map(({ owner }) => owner),
        legs.map(({ kind }) => kind),
        legs.map(({ currencyId }) => currencyId),
        legs.map(({ amount }) => amount),
        legs.map(({ hold }) => hold ?? null),
      ],
    );
    return rows[0] as Posted;
  }

  balancesOf(userId: string, demo: boolean, tx: Transaction = this.source.manager): Promise<Balance[]> {
    return tx.query(
      `select kind, currency_id as "currencyId", trim_scale(balance)::text as balance
         from ledger_account where owner_key = $1 and demo = $2 order by kind, currency_id`,
      [userId, demo],
    );
  }

  /** What the house has in all shards of an account. */
  async houseBalance(kind: HouseAccountKind, currencyId: number, demo: boolean): Promise<DecimalText> {
    const rows: { balance: DecimalText }[] = await this.source.query(
      `select trim_scale(coalesce(sum(balance), 0))::text as balance
         from ledger_account where owner_key = 0 and kind = $1 and currency_id = $2 and demo = $3`,
      [kind, currencyId, demo],
    );
    return rows[0]?.balance ?? '0';
  }
}
