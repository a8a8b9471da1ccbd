import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { WalletAccount } from '../../../contract/wallet/wallet.dto.js';
import { costsSql, headSql, POSTING_SEARCH } from '../ledger/index.js';

/** Money that an account of a user has of a currency, frozen money included. */
export interface HoldingRow {
  account: WalletAccount;
  currencyId: number;
  now: DecimalText;
  /** At the instant that was asked for. */
  before: DecimalText;
}

export interface MovedRow {
  account: WalletAccount;
  currencyId: number;
  /** Start of the minute, Unix seconds. */
  at: number;
  /** Start of the minute whose price it has, Unix seconds: of what was paid before, that of the payment. */
  pricedAt: number;
  amount: DecimalText;
  /** Whether it crossed the border of all that the user has, and not only that between two accounts. */
  isOutside: boolean;
}

export interface Movements {
  holdings: HoldingRow[];
  /** Null where there are more postings than may be read. */
  moved: MovedRow[] | null;
}

export interface MovementsQuery {
  userId: string;
  demo: boolean;
  since: Date;
  /** Reasons of journals that bring money in or take it out. */
  capital: readonly string[];
  /** Most postings that may be read. */
  limit: number;
}

/**
 * What an account had then is what the posting before the first one since then left. Journals are asked for one by one, lest
 * a plan reads all of them. A journal between accounts of the user moves what one side gave and the other took; what is more
 * or less than that was won or lost. What was paid for before comes in as what it cost, at the price of when it was paid.
 */
const movementsSql = (costs: string) => `
  with recursive account as materialized (
    select id, replace(kind, '_frozen', '') as account, currency_id, balance, sequence
      from ledger_account where owner_key = $1 and demo = $2 and sequence > 0),
  asked as materialized (select id, sequence, $3::timestamptz as at from account),
  ${POSTING_SEARCH},
  begun as materialized (
    select a.*, s.low as first,
           coalesce((select p.balance_after from ledger_posting p
                      where p.account_id = a.id and p.sequence = s.low - 1), 0) as before
      from account a join search s on s.id = a.id and s.low = s.high),
  effort as (select coalesce(sum(sequence - first + 1), 0) as postings from begun),
  posted as materialized (
    select b.account, b.currency_id, p.journal_id, j.at, j.reason, j.reference, j.reason = any ($4::text[]) as is_outside,
           sum(p.amount) as amount
      from begun b
      join ledger_posting p on p.account_id = b.id and p.sequence >= b.first
     cross join lateral (select reason, reference, at from ledger_journal where id = p.journal_id and demo = p.demo offset 0) j
     where (select postings from effort) <= $5
     group by b.account, b.currency_id, p.journal_id, j.at, j.reason, j.reference),
  crossed as (
    select account, currency_id, at, is_outside, reason, reference,
           case when is_outside then amount
                when amount > 0 then least(amount, -coalesce(sum(amount) filter (where amount < 0) over journal, 0))
                else -least(-amount, coalesce(sum(amount) filter (where amount > 0) over journal, 0)) end as amount
      from posted window journal as (partition by journal_id, currency_id)),
  entered as (
    select c.account, c.is_outside, floor(extract(epoch from c.at) / 60)::bigint * 60 as at,
           floor(extract(epoch from coalesce(paid.at, c.at)) / 60)::bigint * 60 as priced_at,
           coalesce(paid.currency_id, c.currency_id) as currency_id, coalesce(paid.amount, c.amount) as amount
      from crossed c
     cross join lateral (select ${headSql('c.reference')} as head) j
      left join lateral (${costs}) paid on true
     where c.amount <> 0),
  moved as (
    select account, currency_id, is_outside, at, priced_at, sum(amount) as amount
      from entered group by account, currency_id, is_outside, sign(amount), at, priced_at)
  select (select coalesce(jsonb_agg(jsonb_build_object('account', k.account, 'currencyId', k.currency_id,
                 'now', k.now, 'before', k.before)), '[]')
            from (select account, currency_id, trim_scale(sum(balance))::text as now, trim_scale(sum(before))::text as before
                    from begun group by account, currency_id order by account, currency_id) k) as holdings,
         case when (select postings from effort) <= $5 then
           (select coalesce(jsonb_agg(jsonb_build_object('account', m.account, 'currencyId', m.currency_id, 'at', m.at,
                   'pricedAt', m.priced_at, 'amount', trim_scale(m.amount)::text, 'isOutside', m.is_outside) order by m.at, m.priced_at, m.account, m.currency_id), '[]')
              from moved m) end as moved`;

/** Reads what a user's accounts had at an instant, and what was moved since, all of one moment. */
@Injectable()
export class ProfitStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async movements({ userId, demo, since, capital, limit }: MovementsQuery): Promise<Movements> {
    const rows: Movements[] = await this.source.query(movementsSql(costsSql()), [userId, demo, since, capital, limit]);
    return rows[0] as Movements;
  }
}
