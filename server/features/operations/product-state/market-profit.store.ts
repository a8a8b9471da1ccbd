import { Injectable } from '@nestjs/common';
import type { MarketProfitView } from '../../../contract/operations/product-state.dto.js';
import { ReadSource } from '../../../platform/database/read-source.store.js';

export interface ProfitPeriod {
  demo: boolean;
  since: Date;
  until: Date;
  byDay: boolean;
}

/**
 * Postings of an account are numbered without a gap: those of a time are found by halving, whatever else the account has. An
 * hour more on each side, because a journal may bear an earlier instant than one that was posted before it.
 */
const PLACES = `
  asked as materialized (
    select a.id, a.kind, a.sequence, edge.at, edge.is_last
      from ledger_account a
     cross join (values ($2::timestamptz - interval '1 hour', false), ($3::timestamptz + interval '1 hour', true))
       as edge (at, is_last)
     where a.owner_key = 0 and a.kind in ('house_pnl', 'fee', 'insurance') and a.demo = $1 and a.sequence > 0),
  search (id, kind, at, is_last, low, high) as (
    select id, kind, at, is_last, 1::bigint, sequence + 1 from asked
    union all
    select s.id, s.kind, s.at, s.is_last, case when found.at < s.at then middle.place + 1 else s.low end,
           case when found.at < s.at then s.high else middle.place end
      from search s
     cross join lateral (select (s.low + s.high) / 2 as place) middle
     cross join lateral (
       select (select j.at from ledger_journal j where j.id = p.journal_id and j.demo = p.demo) as at
         from ledger_posting p where p.account_id = s.id and p.sequence = middle.place) found
     where s.low < s.high),
  place as materialized (
    select first.id, first.kind, first.low as first, last.low as below
      from search first join search last on last.id = first.id and last.is_last and last.low = last.high
     where not first.is_last and first.low = first.high and last.low > first.low)`;

/** What the house's accounts were moved by, each line with the row of the product that its journal is about. */
const LINES = `
  line as (
    select place.kind, split_part(j.reason, '.', 1) as street, j.reason = 'futures.funding' as is_funding,
           split_part(j.reference, ':', 1)::bigint as subject, p.currency_id, p.amount,
           case when $4 then to_char(j.at at time zone 'UTC', 'YYYY-MM-DD') end as day
      from place
      join ledger_posting p on p.account_id = place.id and p.sequence >= place.first and p.sequence < place.below
      join ledger_journal j on j.id = p.journal_id and j.demo = p.demo
     where j.at >= $2 and j.at < $3 and j.reason ~ '^(options|spot|futures)\\.')`;

/** What the house won and lost by market, from its own accounts in the books. */
@Injectable()
export class MarketProfitStore {
  constructor(private readonly reads: ReadSource) {}

  /** By day, the newest first, then by market. */
  byMarket({ demo, since, until, byDay }: ProfitPeriod): Promise<MarketProfitView[]> {
    return this.reads.query(
      `with recursive ${PLACES}, ${LINES},
       placed as (
         select l.*, case l.street when 'options' then o.market_id when 'spot' then s.market_id else f.market_id end as market_id
           from line l
           left join option_order o on l.street = 'options' and o.id = l.subject
           left join spot_fill x on l.street = 'spot' and x.id = l.subject
           left join spot_order s on s.id = x.order_id
           left join futures_position f on l.street = 'futures' and f.id = l.subject)
       select t.day, t.market_id as "marketId", m.symbol, t.product, c.code as coin,
              trim_scale(t.trading)::text as trading, trim_scale(t.fees)::text as fees,
              trim_scale(t.funding)::text as funding, trim_scale(t.trading + t.fees + t.funding)::text as total,
              trim_scale(t.insurance)::text as insurance
         from (select day, market_id, case street when 'futures' then 'perpetual' else street end as product, currency_id,
                      coalesce(sum(amount) filter (where kind = 'house_pnl' and not is_funding), 0) as trading,
                      coalesce(sum(amount) filter (where kind = 'fee'), 0) as fees,
                      coalesce(sum(amount) filter (where kind = 'house_pnl' and is_funding), 0) as funding,
                      coalesce(sum(amount) filter (where kind = 'insurance'), 0) as insurance
                 from placed group by 1, 2, 3, 4) t
         join currency c on c.id = t.currency_id
         left join market m on m.id = t.market_id
        order by t.day desc nulls last, m.symbol nulls last, t.product, c.id`,
      [demo, since, until, byDay],
    );
  }
}
