import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import { TAX_CASH, type TaxChange } from '../../../contract/rules/tax.rules.js';
import { allowLonger } from '../../../platform/database/watched-pool.js';
import { costsSql, headSql } from '../ledger/index.js';
import { ReadSource } from '../../../platform/database/read-source.store.js';

export interface TaxJournalRow {
  journalId: string;
  at: Date;
  reason: string;
  changes: TaxChange[];
}

export interface PostingRow {
  account: string;
  currency: string;
  change: DecimalText;
  before: DecimalText;
  after: DecimalText;
  reason: string;
  reference: string;
  at: Date;
}

/** All journals of somebody who has as many as there may be: some seconds, and more on a slow disk. */
const READ_LIMIT_MS = 15_000;

/** Journals of a time with one reason: sums of the report are made of them. */
export interface OfReason {
  userId: string;
  reason: string;
  since: Date;
  until: Date;
  /** The newest first. */
  limit: number;
  offset: number;
}

interface Chosen {
  /** Of the journal `j`. */
  which: string;
  /** Of the changes `c` of all these journals. */
  page: string;
  limit: string;
}

/** All journals before an instant. */
const ALL: Chosen = { which: 'j.at < $2', page: 'true', limit: 'limit $3' };
/** Those of a page are chosen before any price is looked for. */
const OF_REASON: Chosen = {
  which: 'j.at < $2 and j.at >= $3 and j.reason = $4',
  page: 'c.journal_id in (select journal_id from named group by journal_id order by journal_id desc limit $5 offset $6)',
  limit: '',
};

/**
 * What each journal changed of all that a person has, in whichever of its accounts, in the order in which it happened. Against USDT no price is looked for: the other
 * side says it. What only moved between accounts, or into a hold, changed nothing.
 */
const journalsSql = ({ which, page, limit }: Chosen) => `
  with nets as materialized (
    select p.journal_id, p.currency_id, sum(p.amount) as amount
      from ledger_account a join ledger_posting p on p.account_id = a.id
     where a.owner_key = any (person_accounts($1)) and not a.demo
     group by p.journal_id, p.currency_id having sum(p.amount) <> 0),
  named as (
    select n.journal_id, n.currency_id, n.amount, c.code, j.at, j.reason, j.reference,
           bool_or(c.code = '${TAX_CASH}') over journal as has_cash, count(*) over journal as changes
      from nets n
      join currency c on c.id = n.currency_id
     cross join lateral (select at, reason, reference from ledger_journal where id = n.journal_id and not demo offset 0) j
     where ${which}
    window journal as (partition by n.journal_id)),
  priced as (
    select c.*, case when c.code = '${TAX_CASH}' then 1
                     when c.reason = 'spot.fill' and c.has_cash and c.changes = 2 then null
                     else recorded_price(c.currency_id, c.at) end as price,
           case when paid.currency_id is not null then jsonb_build_object('currency', (
             select p.code from currency p where p.id = paid.currency_id), 'amount', trim_scale(paid.amount)::text,
             'price', trim_scale(recorded_price(paid.currency_id, c.at))::text) end as paid
      from named c
     cross join lateral (select ${headSql('c.reference')} as head) j
      left join lateral (
        select k.currency_id, sum(k.amount) as amount from (${costsSql()}) k group by k.currency_id) paid on true
     where ${page})
  select journal_id as "journalId", at, reason,
         jsonb_agg(jsonb_build_object('currency', code, 'amount', trim_scale(amount)::text,
           'price', trim_scale(price)::text, 'paid', paid) order by code) as changes
    from priced group by journal_id, at, reason order by journal_id ${limit}`;

/** Reads a user's books for the tax report. */
@Injectable()
export class TaxesStore {
  constructor(private readonly reads: ReadSource) {}

  /**
   * Up to an instant, the oldest first, so many at most. In the order of their numbers: two processes whose clocks differ by some
   * milliseconds date a sale before the purchase that it sold, and it would have no cost.
   */
  journals(userId: string, until: Date, limit: number): Promise<TaxJournalRow[]> {
    return this.reads.snapshot(async (tx) => {
      await allowLonger(tx, READ_LIMIT_MS);
      return tx.query<TaxJournalRow[]>(journalsSql(ALL), [userId, until, limit]);
    });
  }

  /** The same of one reason, those of a page. */
  ofReason({ userId, reason, since, until, limit, offset }: OfReason): Promise<TaxJournalRow[]> {
    return this.reads.snapshot(async (tx) => {
      await allowLonger(tx, READ_LIMIT_MS);
      return tx.query<TaxJournalRow[]>(journalsSql(OF_REASON), [userId, until, since, reason, limit, offset]);
    });
  }

  /** What a journal wrote for the user; nothing where it wrote nothing. */
  postings(userId: string, journalId: string): Promise<PostingRow[]> {
    return this.reads.query(
      `select a.kind as account, c.code as currency, trim_scale(p.amount)::text as change,
              trim_scale(p.balance_after - p.amount)::text as before, trim_scale(p.balance_after)::text as after,
              j.reason, j.reference, j.at
         from ledger_journal j
         join ledger_posting p on p.journal_id = j.id
         join ledger_account a on a.id = p.account_id
         join currency c on c.id = p.currency_id
        where j.id = $2 and not j.demo and a.owner_key = any (person_accounts($1))
        order by p.account_id, p.sequence limit 200`,
      [userId, journalId],
    );
  }
}
