import { Injectable } from '@nestjs/common';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { POSTING_SEARCH } from '../../wallet/ledger/index.js';
import type { ProfitLine, ProfitPlace } from './market-profit.rules.js';

export interface ProfitPeriod {
  demo: boolean;
  since: Date;
  until: Date;
  byDay: boolean;
}

/** An hour more on each side, because a journal may bear an earlier instant than one that was posted before it. */
const PLACES = `
  with recursive account as materialized (
    select a.id, a.kind, a.sequence from ledger_account a
     where a.owner_key = 0 and a.kind in ('house_pnl', 'fee', 'insurance') and a.demo = $1 and a.sequence > 0),
  edge as materialized (
    select $2::timestamptz - interval '1 hour' as since, $3::timestamptz + interval '1 hour' as until),
  asked as materialized (
    select a.id, a.sequence, edge.since as at from account a cross join edge
    union all
    select a.id, a.sequence, edge.until from account a cross join edge),
  ${POSTING_SEARCH}
  select a.id, a.kind, first.low::float8 as first, last.low::float8 as below
    from edge cross join account a
    join search first on first.id = a.id and first.at = edge.since and first.low = first.high
    join search last on last.id = a.id and last.at = edge.until and last.low = last.high
   where last.low > first.low
   order by a.id`;

/** Each line with the row of the product that its journal is about, which says the market. */
const LINES = `
  with line as materialized (
    select split_part(j.reason, '.', 1) as street, j.reason = 'futures.funding' as is_funding,
           split_part(j.reference, ':', 1)::bigint as subject, p.currency_id, p.amount,
           case when $6 then to_char(j.at at time zone 'UTC', 'YYYY-MM-DD') end as day
      from ledger_posting p
      join ledger_journal j on j.id = p.journal_id and j.demo = p.demo
     where p.account_id = $1 and p.sequence >= $2 and p.sequence < $3
       and j.at >= $4 and j.at < $5 and j.reason ~ '^(options|spot|futures)\\.'),
  placed as (
    select l.*, case l.street when 'options' then o.market_id when 'spot' then s.market_id else f.market_id end as market_id
      from line l
      left join option_order o on l.street = 'options' and o.id = l.subject
      left join spot_fill x on l.street = 'spot' and x.id = l.subject
      left join spot_order s on s.id = x.order_id
      left join futures_position f on l.street = 'futures' and f.id = l.subject)
  select t.day, t.market_id as "marketId", m.symbol, t.product, t.currency_id as "currencyId", c.code as coin,
         t.is_funding as "isFunding", trim_scale(t.amount)::text as amount
    from (select day, market_id, case street when 'futures' then 'perpetual' else street end as product, currency_id, is_funding,
                 sum(amount) as amount
            from placed group by 1, 2, 3, 4, 5) t
    join currency c on c.id = t.currency_id
    left join market m on m.id = t.market_id`;

/** What the house won and lost by market, from its own accounts in the books: read slice by slice, of postings that never change. */
@Injectable()
export class MarketProfitStore {
  constructor(private readonly reads: ReadSource) {}

  /** Where the postings of the time are, found by halving. */
  places({ demo, since, until }: Omit<ProfitPeriod, 'byDay'>): Promise<ProfitPlace[]> {
    return this.reads.query(PLACES, [demo, since, until]);
  }

  /** Those of the time between two numbers of one account, added up. */
  lines(
    { id, first, below }: Pick<ProfitPlace, 'id' | 'first' | 'below'>,
    { since, until, byDay }: Omit<ProfitPeriod, 'demo'>,
  ): Promise<ProfitLine[]> {
    return this.reads.query(LINES, [id, first, below, since, until, byDay]);
  }
}
