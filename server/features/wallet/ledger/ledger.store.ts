import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import { callForRow } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { HouseAccountKind, Journal, Leg, Posted, UserAccountKind } from './ledger-journal.js';

export interface Balance {
  kind: UserAccountKind;
  currencyId: number;
  balance: DecimalText;
}

/** The books' SQL. */
@Injectable()
export class LedgerStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** One call of the stored function `ledger_post_direct`, which accepts only the reasons that programs may book: one round trip. */
  async post(tx: Transaction, { reason, reference, at, demo = false, legs }: Journal): Promise<Posted> {
    const given = { reason, reference, at: new Date(at), demo, ...columnsOf(legs) };
    const { journalId, replayed, balances } = await callForRow(tx, 'ledger_post_direct', given);
    return { journalId, replayed, balances };
  }

  balancesOf(userId: string, demo: boolean, tx: Transaction = this.source.manager): Promise<Balance[]> {
    return tx.query(
      `select kind, currency_id as "currencyId", trim_scale(balance)::text as balance
         from ledger_account where owner_key = $1 and demo = $2 order by kind, currency_id`,
      [userId, demo],
    );
  }

  /** The house's balance over all shards of an account. */
  async houseBalance(kind: HouseAccountKind, currencyId: number, demo: boolean): Promise<DecimalText> {
    const rows: { balance: DecimalText }[] = await this.source.query(
      `select trim_scale(coalesce(sum(balance), 0))::text as balance
         from ledger_account where owner_key = 0 and kind = $1 and currency_id = $2 and demo = $3`,
      [kind, currencyId, demo],
    );
    return rows[0]?.balance ?? '0';
  }
}

function columnsOf(legs: readonly Leg[]) {
  return {
    owners: legs.map(({ owner }) => owner),
    kinds: legs.map(({ kind }) => kind),
    currencies: legs.map(({ currencyId }) => currencyId),
    amounts: legs.map(({ amount }) => amount),
    holds: legs.map(({ hold }) => hold ?? null),
  };
}
