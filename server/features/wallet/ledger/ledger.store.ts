import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { HouseAccountKind, Journal, Posted, PostedBatch, UserAccountKind } from './ledger-journal.js';

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

  /** One call of the stored function for all journals: one round trip. */
  async postBatch(tx: Transaction, reason: string, at: Date, demo: boolean, journals: Journal[]): Promise<PostedBatch> {
    const legs = journals.flatMap(({ reference, legs: own }) => own.map((leg) => ({ ...leg, reference })));
    const rows: RawBatch[] = await tx.query(
      `select journal_references as "references", journal_ids::text[] as "journalIds", replayed,
              owners::text[], kinds, currencies, numbers::text[],
              array(select trim_scale(d)::text from unnest(deltas) d) as deltas,
              array(select trim_scale(d)::text from unnest(afters) d) as afters
         from ledger_post_batch($1, $2, $3, $4, $5::bigint[], $6::text[], $7::integer[], $8::numeric[], $9::text[])`,
      [
        reason,
        at,
        demo,
        legs.map(({ reference }) => reference),
        legs.map(({ owner }) => owner),
        legs.map(({ kind }) => kind),
        legs.map(({ currencyId }) => currencyId),
        legs.map(({ amount }) => amount),
        legs.map(({ hold }) => hold ?? null),
      ],
    );
    return readBatch(rows[0] as RawBatch);
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

interface RawBatch {
  references: string[];
  journalIds: string[];
  replayed: string[];
  owners: string[];
  kinds: UserAccountKind[];
  currencies: number[];
  deltas: DecimalText[];
  afters: DecimalText[];
  numbers: string[];
}

function readBatch(raw: RawBatch): PostedBatch {
  return {
    journals: raw.references.map((reference, index) => ({ reference, journalId: raw.journalIds[index] as string })),
    replayed: raw.replayed,
    accounts: raw.owners.map((owner, index) => ({
      owner,
      kind: raw.kinds[index] as UserAccountKind,
      currencyId: raw.currencies[index] as number,
      delta: raw.deltas[index] as DecimalText,
      balance: raw.afters[index] as DecimalText,
      sequence: Number.parseInt(raw.numbers[index] as string, 10),
    })),
  };
}
