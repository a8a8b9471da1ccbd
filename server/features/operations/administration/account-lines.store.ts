import { Injectable } from '@nestjs/common';
import type { LedgerLineView } from '../../../contract/operations/users.dto.js';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { POSTING_SEARCH } from '../../wallet/ledger/index.js';

export interface OwnAccounts {
  userId: string;
  demo: boolean;
  /** All kinds where it is null. */
  kinds: readonly string[] | null;
  currencyId: number | null;
}

export interface AccountLineRow extends Omit<LedgerLineView, 'at'> {
  /** Of the account, and its number there: `12:7`. */
  id: string;
  at: Date;
}

/** The newest of each account first, then the newest of those: never more of one account than the file may have is read. */
const IDS = `
  with recursive asked as materialized (
    select a.id, a.sequence, edge.at from ledger_account a cross join (values ($2::timestamptz), ($3::timestamptz)) as edge (at)
     where a.id = any($1::bigint[]) and a.sequence > 0),
  ${POSTING_SEARCH},
  place as materialized (
    select first.id, first.low as first, last.low as below
      from search first join search last on last.id = first.id and last.at = $3::timestamptz and last.low = last.high
     where first.at = $2::timestamptz and first.low = first.high and last.low > first.low)
  select line.account_id || ':' || line.sequence as id
    from place cross join lateral (
      select p.account_id, p.sequence, p.journal_id from ledger_posting p
       where p.account_id = place.id and p.sequence >= place.first and p.sequence < place.below
       order by p.sequence desc limit $4) line
   order by line.journal_id desc, line.account_id, line.sequence desc limit $4`;

/** Lines of accounts for files of the desk: their numbers first, then page by page. */
@Injectable()
export class AccountLinesStore {
  constructor(private readonly reads: ReadSource) {}

  /** Numbers of a user's accounts. */
  async accounts({ userId, demo, kinds, currencyId }: OwnAccounts): Promise<string[]> {
    const rows: { id: string }[] = await this.reads.query(
      `select a.id from ledger_account a where a.owner_key = $1 and a.demo = $2
          and ($3::text[] is null or a.kind = any($3)) and ($4::integer is null or a.currency_id = $4) order by a.id`,
      [userId, demo, kinds, currencyId],
    );
    return rows.map(({ id }) => id);
  }

  /** Numbers of the lines of these accounts between two instants, found by halving, the newest first; so many at most. */
  async ids(
    accountIds: readonly string[],
    { from, to }: { from: Date | null; to: Date | null },
    limit: number,
  ): Promise<string[]> {
    const given = [accountIds, from ?? '-infinity', to ?? 'infinity', limit];
    const rows: { id: string }[] = await this.reads.query(IDS, given);
    return rows.map(({ id }) => id);
  }

  /** In any order. */
  ofIds(ids: readonly string[]): Promise<AccountLineRow[]> {
    const pairs = ids.map((id) => id.split(':'));
    return this.reads.query(
      `select k.account_id || ':' || k.sequence as id, p.journal_id as "journalId", p.account_id as "accountId", p.sequence, a.kind,
              p.currency_id as "currencyId", c.code as coin, trim_scale(p.amount)::text as amount,
              trim_scale(p.balance_after - p.amount)::text as before, trim_scale(p.balance_after)::text as after,
              j.reason, j.reference, j.at
         from unnest($1::bigint[], $2::bigint[]) as k (account_id, sequence)
         join ledger_posting p on p.account_id = k.account_id and p.sequence = k.sequence
         join ledger_journal j on j.id = p.journal_id and j.demo = p.demo
         join ledger_account a on a.id = p.account_id
         join currency c on c.id = p.currency_id`,
      [pairs.map(([account]) => account), pairs.map(([, sequence]) => sequence)],
    );
  }
}
