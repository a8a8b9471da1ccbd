import { Injectable } from '@nestjs/common';
import type { MarketProfitView } from '../../../contract/operations/product-state.dto.js';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { POSTING_SEARCH } from '../../wallet/ledger/index.js';

export interface ProfitPeriod {
  demo: boolean;
  since: Date;
  until: Date;
  byDay: boolean;
}

/** An hour more on each side, because a journal may bear an earlier instant than one that was posted before it. */
const PLACES = `
  account as materialized (
    select a.id, a.kind, a.sequence from ledger_account a
     where a.owner_key = 0 and a.kind in ('house_pnl', 'fee', 'insurance') and a.demo = $1 and a.sequence > 0),
  edge as materialized (
    select $2::timestamptz - interval '1 hour' as since, $3::timestamptz + interval '1 hour' as until),
  asked as materialized (
    select a.id, a.sequence, edge.since as at from account a cross join edge
    union all
    select a.id, a.sequence, edge.until from account a cross join edge),
  ${POSTING_SEARCH},
  place as materialized (
    select a.id, a.kind, first.low as first, last.low as below
      from edge cross join account a
      join search first on first.id = a.id and first.at = edge.since and first.low = first.high
      join search last on last.id = a.id and last.at = edge.until and last.low = last.high
     where last.low > first.low)`;

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
