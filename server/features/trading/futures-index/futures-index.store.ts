import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PriceOrigin } from '../../../contract/markets/markets.dto.js';
import type { MaintenanceTier } from '../../../contract/rules/margin.rules.js';
import type { CrossBacking, DecisionMarket, HeldPosition } from './margin-decision.rules.js';
import type { IndexedPosition } from './futures-index.js';

/** A market's terms for decisions. */
export interface FuturesTerms {
  marketId: number;
  tiers: MaintenanceTier[];
  /** Decimals of the currency of margins. */
  scale: number;
}

/** The last marks of a market, the more favourable for each side, and their origin. */
export interface LastMarks {
  marks: DecisionMarket['marks'];
  origin: PriceOrigin;
  /** Of the newest of them, Unix milliseconds. */
  at: number;
}

const INDEXED = `f.id::float8 as id, f.user_id::text as "userId", f.market_id as "marketId", f.demo,
  case f.side when 1 then 'long' else 'short' end as side, f.margin_mode = 'cross' as "cross", f.status,
  (f.lots * f.lot_size)::float8 as quantity, f.entry_price::float8 as "entryPrice", f.margin::float8 as margin,
  f.close_fee_ratio::float8 as "closeFeeRate", f.limit_price::float8 as "limitPrice",
  f.take_profit::float8 as "takeProfit", f.take_profit_source as "takeProfitSource",
  f.stop_loss::float8 as "stopLoss", f.stop_loss_source as "stopLossSource", coalesce(m.level, 'safe') as "warnedLevel",
  coalesce(e.quantity, 0)::float8 as exposure`;
const WARNED_LEVEL = `left join margin_level m on m.user_id = f.user_id and m.demo = f.demo and m.position_id = f.id`;

const HELD = `f.id::text as id, f.version::text as version, f.user_id::text as "userId", f.market_id as "marketId",
  f.currency_id as "currencyId", f.demo, case f.side when 1 then 'long' else 'short' end as side,
  f.margin_mode as "marginMode", f.lots, trim_scale(f.lot_size)::text as "lotSize",
  trim_scale(f.entry_price)::text as "entryPrice", trim_scale(f.margin)::text as margin,
  trim_scale(f.close_fee_ratio)::text as "closeFeeRatio", coalesce(m.level, 'safe') as "warnedLevel",
  trim_scale(e.quantity)::text as exposure, trim_scale(e.ordered)::text as ordered`;

/** Exposure: the sum of all open and ordered lots of a market and side. */
const EXPOSURE = `sum(o.lots * o.lot_size) as quantity,
  coalesce(sum(o.lots * o.lot_size) filter (where o.status = 0), 0) as ordered`;

/**
 * Rows, with what their accounts have open and ordered in the market and side, in one snapshot. An account is looked up
 * once for all of its rows; `lateral` makes that an index look-up, independent of the planner's row estimates.
 */
const withExposure = (rows: string): string => `
  wanted as materialized (${rows})
  select ${INDEXED} from wanted f ${WARNED_LEVEL}
    left join (
      select own.user_id, own.demo, sides.* from (select distinct user_id, demo from wanted) own
       cross join lateral (
         select o.market_id, o.side, ${EXPOSURE} from futures_position o
          where o.user_id = own.user_id and o.demo = own.demo and o.status in (0, 1, 2) group by 1, 2) sides) e
      on e.user_id = f.user_id and e.demo = f.demo and e.market_id = f.market_id and e.side = f.side`;

/** Rows with the others of the same account, market and side: a change of one row moves the thresholds of all of them. */
const withSiblings = (condition: string): string => `
  with touched as materialized (
         select f.id, f.user_id, f.demo, f.market_id, f.side from futures_position f where ${condition}),
       beside as materialized (
         select beside.id from (select distinct user_id, demo, market_id, side from touched) t
          cross join lateral (
            select o.id from futures_position o
             where o.user_id = t.user_id and o.demo = t.demo and o.status in (0, 1, 2) and o.market_id = t.market_id
               and o.side = t.side offset 0) beside),
  ${withExposure(
    'select f.* from futures_position f where f.id = any (array(select id from touched union select id from beside))',
  )}`;

/** Reads open positions and pending orders: approximate values for the index, exact ones for decisions. */
@Injectable()
export class FuturesIndexStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** A watermark: the oldest transaction still running. Every change committed after this read is found from it. */
  async place(): Promise<string> {
    const rows: { place: string }[] = await this.source.query(
      'select pg_snapshot_xmin(pg_current_snapshot())::text as place',
    );
    return (rows[0] as { place: string }).place;
  }

  /** Pending and open rows after an id, ascending. */
  open(afterId: number, limit: number): Promise<IndexedPosition[]> {
    return this.source.query(
      `with ${withExposure(
        'select f.* from futures_position f where f.status in (0, 1, 2) and f.id > $1 order by f.id limit $2',
      )} order by f.id`,
      [afterId, limit],
    );
  }

  /** Rows changed by transactions at or after the watermark, with the open rows beside them. */
  changedSince(place: string): Promise<IndexedPosition[]> {
    return this.source.query(withSiblings('f.changed_in >= $1::xid8'), [place]);
  }

  /** These rows, with the open rows beside them. */
  positions(ids: readonly number[]): Promise<IndexedPosition[]> {
    return this.source.query(withSiblings('f.id = any ($1::bigint[])'), [ids]);
  }

  /** Open isolated positions among these. */
  isolated(ids: readonly number[]): Promise<HeldPosition[]> {
    return this.source.query(
      `select ${HELD} from futures_position f ${WARNED_LEVEL}
        cross join lateral (
          select ${EXPOSURE} from futures_position o
           where o.user_id = f.user_id and o.demo = f.demo and o.status in (0, 1, 2) and o.market_id = f.market_id
             and o.side = f.side) e
        where f.id = any ($1::bigint[]) and f.status = 1 and f.margin_mode = 'isolated' order by f.id`,
      [ids],
    );
  }

  /** All open cross positions of these users, by book, with their collateral, in one snapshot. */
  async cross(
    accounts: readonly { userId: string; demo: boolean }[],
  ): Promise<{ positions: HeldPosition[]; backing: CrossBacking }[]> {
    return this.source.query(
      `select coalesce(trim_scale(a.balance)::text, '0') as "available", coalesce(a.sequence, 0)::text as sequence, held.*,
              jsonb_build_object('available', coalesce(trim_scale(a.balance)::text, '0'),
                'sequence', coalesce(a.sequence, 0)::text,
                'reserved', coalesce((select trim_scale(sum(o.reserved))::text from futures_position o
                  where o.user_id = wanted.user_id and o.demo = wanted.demo and o.status = 0
                    and o.margin_mode = 'cross'), '0')) as backing
         from unnest($1::bigint[], $2::boolean[]) as wanted (user_id, demo)
         cross join lateral (
           select jsonb_agg(to_jsonb(row) order by row.id::bigint) as positions, min(row."currencyId") as currency_id from (
             select ${HELD} from futures_position f
               join (select o.market_id, o.side, ${EXPOSURE} from futures_position o
                      where o.user_id = wanted.user_id and o.demo = wanted.demo and o.status in (0, 1, 2)
                      group by 1, 2) e on e.market_id = f.market_id and e.side = f.side
               left join margin_level m on m.user_id = f.user_id and m.demo = f.demo and m.position_id = 0
              where f.user_id = wanted.user_id and f.demo = wanted.demo and f.status = 1 and f.margin_mode = 'cross') row) held
         left join ledger_account a on a.owner_key = wanted.user_id and a.kind = 'contract'
          and a.currency_id = held.currency_id and a.demo = wanted.demo and a.shard = 0
        where held.positions is not null`,
      [accounts.map(({ userId }) => userId), accounts.map(({ demo }) => demo)],
    );
  }

  /** Numbers of the last postings of these futures accounts, by `{user}:{0 or 1}`. */
  async sequences(users: readonly string[]): Promise<Map<string, string>> {
    const rows: { key: string; sequence: string }[] = await this.source.query(
      `select concat(a.owner_key, ':', a.demo::integer) as key, sum(a.sequence)::text as sequence from ledger_account a
        where a.owner_key = any ($1::bigint[]) and a.kind = 'contract' and a.shard = 0 group by 1`,
      [users],
    );
    return new Map(rows.map(({ key, sequence }) => [key, sequence]));
  }

  /** The extremes of the last ten sound marks on the tape, so that one outlier does not count; null without, or of two origins. */
  async lastMarks(marketId: number, since: Date): Promise<LastMarks | null> {
    const rows: LastMarks[] = await this.source.query(
      `select jsonb_build_object('long', trim_scale(max(mark))::text, 'short', trim_scale(min(mark))::text) as marks,
              min(origin) as origin, (extract(epoch from max(second)) * 1000)::float8 as at
         from (select s.mark::numeric as mark, s.origin, s.second from price_sample s
                where s.market_id = $1 and s.second > $2 and s.mark is not null and s.index_state <> 'stale'
                order by s.second desc limit 10) sound
       having count(*) > 0 and min(origin) = max(origin)`,
      [marketId, since],
    );
    return rows[0] ?? null;
  }

  /**
   * When the tape had a market's newest sound mark of these origins (null: of any), null without one since then; and whether it reaches
   * back beyond an instant, and had marks of some market on each day since: a tape that was begun later, or stood still, says of
   * no market that it has been without a price.
   */
  async newestMark(
    marketId: number,
    { origins, since, beyond, now }: { origins: readonly PriceOrigin[] | null; since: Date; beyond: Date; now: Date },
  ): Promise<{ at: number | null; reachesBack: boolean }> {
    const rows: { at: number | null; reachesBack: boolean }[] = await this.source.query(
      `select (select (extract(epoch from s.second) * 1000)::float8 from price_sample s
                where s.market_id = $1 and s.second > $2 and s.mark is not null and s.index_state <> 'stale'
                  and ($3::text[] is null or s.origin = any ($3))
                order by s.second desc limit 1) as at,
              exists (select from price_sample s where s.second <= $4) and not exists (
                select from generate_series($4::timestamptz, $5::timestamptz - interval '1 day', interval '1 day') as day (began)
                 where not exists (
                   select from market m cross join lateral (
                     select from price_sample s
                      where s.market_id = m.id and s.second > day.began and s.second <= day.began + interval '1 day'
                        and s.mark is not null and s.index_state <> 'stale' and ($3::text[] is null or s.origin = any ($3))
                      limit 1) any_mark)) as "reachesBack"`,
      [marketId, since, origins, beyond, now],
    );
    return rows[0] ?? { at: null, reachesBack: false };
  }

  terms(): Promise<FuturesTerms[]> {
    return this.source.query(
      `select t.market_id as "marketId", c.scale,
              jsonb_agg(jsonb_build_object('floor', trim_scale(t.floor)::text, 'rate', trim_scale(t.maintenance_ratio)::text,
                'deduction', trim_scale(t.deduction)::text, 'maxLeverage', t.max_leverage) order by t.floor) as tiers
         from maintenance_tier t join market m on m.id = t.market_id join currency c on c.id = m.quote_currency_id
        group by t.market_id, c.scale`,
    );
  }
}
