import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { CandlePeriod, CandleView, PriceOrigin } from '../../../contract/markets/markets.dto.js';
import type { StoredMark } from './candle-gaps.rules.js';

/** A bar with the market that it belongs to. */
export interface StoredBar {
  marketId: number;
  bar: CandleView;
}

/** Bars of one origin of a market and period with `from <= openAt <= to` (Unix milliseconds). */
export interface BarFilter {
  marketId: number;
  period: CandlePeriod;
  origin: PriceOrigin;
  from: number;
  to: number;
}

interface CandleRow {
  period: CandlePeriod;
  opens: string;
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
  quote: string;
  trades: number;
  revision: number;
  closed: boolean;
  filled: boolean;
  outage: boolean;
  origin: PriceOrigin;
}

/** Shortest decimal text, and the open time in whole seconds. */
const BAR_COLUMNS = `period, extract(epoch from open_at)::bigint as opens, trim_scale(open) as open,
  trim_scale(high) as high, trim_scale(low) as low, trim_scale(close) as close, trim_scale(volume) as volume,
  trim_scale(quote_volume) as quote, trades, revision, closed, filled, outage, origin`;

/** Name of the lease under whose fencing number bars are written. */
const LEASE = 'markets';

/** True while the number is the feeding process's. The row is locked, so that it stays true until the commit. */
const CURRENT_LEASE = `select 1 as held from feed_lease where name = '${LEASE}' and token = $1::bigint for share`;

/**
 * A stored bar gives way to a higher revision, and a running one to a closed one; a closed bar is never reopened.
 */
const TAKE_NEWER = `on conflict (market_id, period, origin, open_at) do update set
    open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
    volume = excluded.volume, quote_volume = excluded.quote_volume, trades = excluded.trades,
    revision = excluded.revision, closed = excluded.closed, filled = excluded.filled, outage = excluded.outage
  where (excluded.revision > candle.revision and (excluded.closed or not candle.closed))
    or (excluded.closed and not candle.closed)`;

/** All SQL of the candles. */
@Injectable()
export class CandlesStore {
  constructor(private readonly source: DataSource) {}

  /**
   * Writes bars in one statement, on the condition that the fencing number is the current one.
   * @returns whether it was current; nothing is written otherwise.
   */
  async write(token: string, bars: readonly StoredBar[]): Promise<boolean> {
    const rows = newestOfEach(bars);
    const [answer] = await this.source.query<{ current: boolean }[]>(
      `with lease as (${CURRENT_LEASE}), written as (
        insert into candle (market_id, period, open_at, open, high, low, close, volume, quote_volume, trades, revision,
          closed, filled, outage, origin)
        select bar.market_id, bar.period, to_timestamp(bar.opens), bar.open, bar.high, bar.low, bar.close, bar.volume,
          bar.quote, bar.trades, bar.revision, bar.closed, bar.filled, bar.outage, bar.origin
        from unnest($2::int[], $3::text[], $4::bigint[], $5::numeric[], $6::numeric[], $7::numeric[], $8::numeric[],
          $9::numeric[], $10::numeric[], $11::int[], $12::int[], $13::bool[], $14::bool[], $15::bool[], $16::text[])
          as bar (market_id, period, opens, open, high, low, close, volume, quote, trades, revision, closed, filled,
            outage, origin), lease
        order by bar.market_id, bar.period, bar.origin, bar.opens
        ${TAKE_NEWER}
        returning 1)
      select exists (select from lease) as current, (select count(*) from written) as written`,
      [token, ...columns(rows)],
    );
    return answer?.current ?? false;
  }

  /** Whether the fencing number is the feeding process's current one. */
  async isCurrent(token: string): Promise<boolean> {
    const rows = await this.source.query<unknown[]>(
      `select from feed_lease where name = '${LEASE}' and token = $1::bigint`,
      [token],
    );
    return rows.length > 0;
  }

  /**
   * The newest `limit` closed bars of the range as readers see them, ascending: bars of the origin, and imported ones
   * before the very first of them, so that two origins never take turns.
   */
  async closedBars(symbol: string, filter: BarFilter, limit: number): Promise<CandleView[]> {
    const { marketId, period, origin, from, to } = filter;
    const wanted = `market_id = $1 and period = $2 and open_at >= to_timestamp($3) and open_at <= to_timestamp($4)`;
    const rows = await this.source.query<CandleRow[]>(
      `(select ${BAR_COLUMNS} from candle where ${wanted} and origin = $6 and closed order by open_at desc limit $5)
       union all
       (select ${BAR_COLUMNS} from candle where ${wanted} and origin = 'imported' and $6 <> 'imported' and closed
          and open_at < coalesce((select open_at from candle where market_id = $1 and period = $2 and origin = $6
            order by open_at limit 1), 'infinity')
        order by open_at desc limit $5)
       order by opens desc limit $5`,
      [marketId, period, ceilSeconds(from), floorSeconds(to), limit, origin],
    );
    return rows.reverse().map((row) => viewOfRow(row, symbol));
  }

  /** Every bar of the origin, closed or running, of the range, ascending. */
  async allBars(symbol: string, filter: BarFilter): Promise<CandleView[]> {
    const rows = await this.source.query<CandleRow[]>(
      `select ${BAR_COLUMNS} from candle
       where market_id = $1 and period = $2 and open_at >= to_timestamp($3) and open_at <= to_timestamp($4)
         and origin = $5
       order by open_at`,
      [filter.marketId, filter.period, ceilSeconds(filter.from), floorSeconds(filter.to), filter.origin],
    );
    return rows.map((row) => viewOfRow(row, symbol));
  }

  /** What is stored of the closed bars in the range, ascending. */
  async closedMarks({ marketId, period, origin, from, to }: BarFilter): Promise<StoredMark[]> {
    const rows = await this.source.query<{ opens: string; revision: number; outage: boolean }[]>(
      `select extract(epoch from open_at)::bigint as opens, revision, outage from candle
       where market_id = $1 and period = $2 and open_at >= to_timestamp($3) and open_at <= to_timestamp($4) and closed
         and origin = $5
       order by open_at`,
      [marketId, period, ceilSeconds(from), floorSeconds(to), origin],
    );
    return rows.map(({ opens, revision, outage }) => ({ openAt: toNumber(opens) * 1000, revision, outage }));
  }

  /**
   * Marks closed bars as touched by an outage, as corrections, under the fencing number.
   * @param opens open times, Unix milliseconds
   */
  async markOutage(token: string, of: Omit<BarFilter, 'from' | 'to'>, opens: number[]): Promise<void> {
    await this.source.query(
      `with lease as (${CURRENT_LEASE})
       update candle set outage = true, revision = revision + 1 from lease
       where market_id = $2 and period = $3 and open_at in (select to_timestamp(opens) from unnest($4::bigint[]) as opens)
         and closed and not outage and origin = $5`,
      [token, of.marketId, of.period, opens.map(floorSeconds), of.origin],
    );
  }
}

/** One bar of each key, the newest: one statement may not touch a row twice. */
function newestOfEach(bars: readonly StoredBar[]): StoredBar[] {
  const newest = new Map<string, StoredBar>();
  for (const stored of bars) {
    const { period, origin, openAt } = stored.bar;
    const key = `${stored.marketId}:${period}:${origin}:${openAt}`;
    const known = newest.get(key);
    if (!known || stored.bar.revision >= known.bar.revision) newest.set(key, stored);
  }
  return [...newest.values()];
}

/** The bars by column, in the order of the insert. */
function columns(bars: readonly StoredBar[]): unknown[][] {
  const column = (pick: (stored: StoredBar) => unknown) => bars.map(pick);
  return [
    column(({ marketId }) => marketId),
    column(({ bar }) => bar.period),
    column(({ bar }) => floorSeconds(bar.openAt)),
    column(({ bar }) => bar.open),
    column(({ bar }) => bar.high),
    column(({ bar }) => bar.low),
    column(({ bar }) => bar.close),
    column(({ bar }) => bar.volume),
    column(({ bar }) => bar.quoteVolume),
    column(({ bar }) => bar.trades),
    column(({ bar }) => bar.revision),
    column(({ bar }) => bar.closed),
    column(({ bar }) => bar.filled),
    column(({ bar }) => bar.outage),
    column(({ bar }) => bar.origin),
  ];
}

function viewOfRow(row: CandleRow, symbol: string): CandleView {
  const { opens, quote, ...rest } = row;
  return { symbol, ...rest, openAt: toNumber(opens) * 1000, quoteVolume: quote };
}

/** Whole seconds from Postgres, which gives 64-bit integers as text. */
function toNumber(seconds: string): number {
  return Number.parseInt(seconds, 10);
}

function floorSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

function ceilSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}
