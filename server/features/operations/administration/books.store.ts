import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { JournalLegView, LedgerAccountView, SealView } from '../../../contract/operations/books.dto.js';

export interface AccountFilter {
  /** 0: the house. */
  ownerKey: string;
  currencyId: number | null;
  demo: boolean | null;
}

export interface JournalFilter {
  userId: string | null;
  cause: string | null;
  reference: string | null;
  from: Date | null;
  to: Date | null;
}

export interface JournalRow {
  id: string;
  cause: string;
  reference: string;
  demo: boolean;
  at: Date;
}

const ACCOUNT_COLUMNS = `a.id, a.owner_id as "userId", a.kind, a.currency_id as "currencyId", c.code as coin,
  trim_scale(a.balance)::text as balance, a.demo, a.sequence::text as lines`;
const ACCOUNT_ORDER = 'a.demo, a.currency_id, a.kind, a.id';
const ACCOUNTS = `from ledger_account a join currency c on c.id = a.currency_id
  where a.owner_key = $1 and ($2::integer is null or a.currency_id = $2) and ($3::boolean is null or a.demo = $3)`;

const JOURNAL_COLUMNS = 'j.id, j.reason as cause, j.reference, j.demo, j.at';
const JOURNALS = `from ledger_journal j
  where ($1::bigint is null or j.id in (select p.journal_id from ledger_account a
           join ledger_posting p on p.account_id = a.id where a.owner_key = $1))
    and ($2::text is null or j.reason = $2) and ($3::text is null or j.reference = $3)
    and ($4::timestamptz is null or j.at >= $4) and ($5::timestamptz is null or j.at < $5)`;

/** The books as the desk looks at them. Nothing here changes them. */
@Injectable()
export class DeskBooksStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  accounts({ ownerKey, currencyId, demo }: AccountFilter, limit: number, offset: number): Promise<LedgerAccountView[]> {
    return this.source.query(`select ${ACCOUNT_COLUMNS} ${ACCOUNTS} order by ${ACCOUNT_ORDER} limit $4 offset $5`, [
      ownerKey,
      currencyId,
      demo,
      limit,
      offset,
    ]);
  }

  /** Numbers of all accounts that the filter selects, as the list orders them; so many at most. */
  async accountIds({ ownerKey, currencyId, demo }: AccountFilter, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await this.source.query(
      `select a.id ${ACCOUNTS} order by ${ACCOUNT_ORDER} limit $4`,
      [ownerKey, currencyId, demo, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** In any order. */
  accountsOf(ids: readonly string[]): Promise<LedgerAccountView[]> {
    return this.source.query(
      `select ${ACCOUNT_COLUMNS} from ledger_account a join currency c on c.id = a.currency_id where a.id = any($1::bigint[])`,
      [ids],
    );
  }

  /** Whose account it is: null the house's; undefined: there is no such account. */
  async ownerOf(accountId: string): Promise<string | null | undefined> {
    const rows: { userId: string | null }[] = await this.source.query(
      'select owner_id as "userId" from ledger_account where id = $1',
      [accountId],
    );
    return rows[0]?.userId;
  }

  async countAccounts({ ownerKey, currencyId, demo }: AccountFilter): Promise<number> {
    const rows: { count: number }[] = await this.source.query(`select count(*)::integer as count ${ACCOUNTS}`, [
      ownerKey,
      currencyId,
      demo,
    ]);
    return rows[0]?.count ?? 0;
  }

  journals(
    { userId, cause, reference, from, to }: JournalFilter,
    limit: number,
    offset: number,
  ): Promise<JournalRow[]> {
    return this.source.query(`select ${JOURNAL_COLUMNS} ${JOURNALS} order by j.id desc limit $6 offset $7`, [
      userId,
      cause,
      reference,
      from,
      to,
      limit,
      offset,
    ]);
  }

  /** Numbers of all journals that the filter selects, the newest first; so many at most. */
  async journalIds({ userId, cause, reference, from, to }: JournalFilter, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await this.source.query(`select j.id ${JOURNALS} order by j.id desc limit $6`, [
      userId,
      cause,
      reference,
      from,
      to,
      limit,
    ]);
    return rows.map(({ id }) => id);
  }

  /** The newest first. */
  journalsOf(ids: readonly string[]): Promise<JournalRow[]> {
    return this.source.query(
      `select ${JOURNAL_COLUMNS} from ledger_journal j where j.id = any($1::bigint[]) order by j.id desc`,
      [ids],
    );
  }

  legs(journalIds: string[]): Promise<(JournalLegView & { journalId: string })[]> {
    return this.source.query(
      `select p.journal_id as "journalId", p.account_id as "accountId", a.owner_id as "userId", a.kind,
              p.currency_id as "currencyId", c.code as coin, trim_scale(p.amount)::text as amount,
              trim_scale(p.balance_after)::text as after
         from ledger_posting p join ledger_account a on a.id = p.account_id join currency c on c.id = p.currency_id
        where p.journal_id = any($1) and p.journal_id between $2 and $3 order by p.journal_id, p.account_id, p.sequence`,
      [journalIds, journalIds.at(-1), journalIds[0]],
    );
  }

  async seal(): Promise<(Omit<SealView, 'at'> & { at: Date }) | null> {
    const rows: (Omit<SealView, 'at'> & { at: Date })[] = await this.source.query(
      `select id, last_journal as last, encode(hash, 'hex') as hash, sealed_at as at from ledger_seal
        order by id desc limit 1`,
    );
    return rows[0] ?? null;
  }
}
