import { Injectable } from '@nestjs/common';
import { COUNTED_MAX } from '../../../contract/pages.dto.js';
import type { StatementLine } from '../../../contract/wallet/ledger.dto.js';
import { ReadSource } from '../../../platform/database/read-source.store.js';

export interface StatementFilter {
  userId: string;
  demo: boolean;
  kinds?: readonly string[];
  currencyId?: number;
  reasons?: readonly string[];
}

const ACCOUNTS = `ledger_account a where a.owner_key = $1 and a.demo = $2
  and ($3::text[] is null or a.kind = any($3)) and ($4::integer is null or a.currency_id = $4)`;
const REASONS = `($5::text[] is null or j.reason = any($5))`;

/** Reads the postings of a user. */
@Injectable()
export class StatementStore {
  constructor(private readonly reads: ReadSource) {}

  /** Merges the newest lines of each account, so that no more rows are read than the page needs. */
  lines(query: StatementFilter & { offset: number; limit: number }): Promise<StatementLine[]> {
    return this.reads.query(
      `select line.journal_id as "journalId", a.id as "accountId", line.sequence, a.kind,
              a.currency_id as "currencyId", trim_scale(line.amount)::text as amount,
              trim_scale(line.balance_after - line.amount)::text as before,
              trim_scale(line.balance_after)::text as after, line.reason, line.reference, line.at
         from (select * from ${ACCOUNTS}) a
        cross join lateral (
          select p.journal_id, p.sequence, p.amount, p.balance_after, j.reason, j.reference, j.at
            from ledger_posting p join ledger_journal j on j.id = p.journal_id and j.demo = p.demo
           where p.account_id = a.id and ${REASONS}
           order by p.sequence desc limit $6::integer + $7::integer) line
        order by line.journal_id desc, a.id, line.sequence desc
        limit $7 offset $6`,
      [...parameters(query), query.offset, query.limit],
    );
  }

  /** Without a filter by reason, the count comes from the accounts' posting numbers. */
  async count(query: StatementFilter): Promise<number> {
    const given = parameters(query);
    const rows: { count: number }[] = query.reasons
      ? await this.reads.query(
          `select count(*)::integer as count from (
             select from (select * from ${ACCOUNTS}) a
               join ledger_posting p on p.account_id = a.id
               join ledger_journal j on j.id = p.journal_id and j.demo = p.demo
              where ${REASONS} limit ${COUNTED_MAX}) as counted`,
          given,
        )
      : await this.reads.query(
          `select coalesce(sum(a.sequence), 0)::integer as count from ${ACCOUNTS}`,
          given.slice(0, 4),
        );
    return rows[0]?.count ?? 0;
  }
}

function parameters({ userId, demo, kinds, currencyId, reasons }: StatementFilter): unknown[] {
  return [userId, demo, kinds ?? null, currencyId ?? null, reasons ?? null];
}
