import { Injectable } from '@nestjs/common';
import type { ListQuery, ListRow } from './exported-lists.js';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { POSTING_SEARCH } from '../ledger/index.js';

/** An account, how many lines of it are of the time, and between which numbers they are: from the first one on, below the second. */
export interface AccountPlace {
  id: string;
  from: string;
  below: string;
  lines: number;
}

const PLACES = `
  with recursive asked as materialized (
    select a.id, a.sequence, edge.at from ledger_account a cross join (values ($3::timestamptz), ($4::timestamptz)) as edge (at)
     where a.owner_key = $1 and a.demo = $2 and a.sequence > 0),
  ${POSTING_SEARCH}
  select first.id, first.low as "from", last.low as below, (last.low - first.low)::integer as lines
    from search first join search last on last.id = first.id and last.at = $4::timestamptz and last.low = last.high
   where first.at = $3::timestamptz and first.low = first.high and last.low > first.low
   order by first.id`;

/** Reads the lines of a user's accounts for a file. */
@Injectable()
export class StatementRowsStore {
  constructor(private readonly reads: ReadSource) {}

  places({ userId, demo, since, until }: ListQuery): Promise<AccountPlace[]> {
    return this.reads.query(PLACES, [userId, demo, since, until]);
  }

  /**
   * The newest lines between its numbers. Those alone decide: by its instant a line that was written a moment after a later one
   * would be in the files of both days, or of none, and the last page would read all that is older.
   */
  lines(
    { id, from, below }: AccountPlace,
    limit: number,
  ): Promise<(ListRow & { at: Date; journalNumber: string; sequence: string })[]> {
    return this.reads.query(
      `select p.sequence, p.journal_id as "journalNumber", p.journal_id as journal, j.at, j.at as time, j.reason as event,
              a.kind as account, c.code as coin, trim_scale(p.amount)::text as change,
              trim_scale(p.balance_after - p.amount)::text as before, trim_scale(p.balance_after)::text as after, j.reference
         from ledger_posting p
         join ledger_journal j on j.id = p.journal_id and j.demo = p.demo
         join ledger_account a on a.id = p.account_id
         join currency c on c.id = p.currency_id
        where p.account_id = $1 and p.sequence >= $2 and p.sequence < $3
        order by p.sequence desc limit $4`,
      [id, from, below, limit],
    );
  }
}
