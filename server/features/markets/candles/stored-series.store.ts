import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { CandlePeriod, CandleView, PriceOrigin } from '../../../contract/markets/markets.dto.js';

/** A market whose stored bars are wanted, and which of them. */
export interface SeriesMarket {
  id: number;
  symbol: string;
  origin: PriceOrigin;
}

/** The price at which a market's newest stored bar ended, and when that was. */
export interface LastClose {
  price: string;
  at: number;
}

/**
 * Where a last close is looked for, the finest first, and how far back: a market that is not traded any more has flat bars since,
 * which are all read. The longest holidays of an exchange are shorter. What is older is in the coarser bars.
 */
const CLOSES: readonly { period: CandlePeriod; length: string; back: string | null }[] = [
  { period: '1min', length: '1 minute', back: '12 days' },
  { period: '60min', length: '1 hour', back: '60 days' },
  { period: '1day', length: '1 day', back: null },
];

/** One line for each bar: ten times faster to read than rows, where there are tens of thousands of them. */
const BAR_LINE = `concat_ws(' ', extract(epoch from open_at)::bigint, trim_scale(open), trim_scale(high), trim_scale(low),
  trim_scale(close), trim_scale(volume), trim_scale(quote_volume), trades, revision, closed::int, filled::int,
  outage::int)`;

/** Reads the stored bars of many markets at once, which is what a takeover waits for. */
@Injectable()
export class StoredSeriesStore {
  constructor(private readonly source: DataSource) {}

  /**
   * Every bar of the markets' own origins, closed or running, that opens at or after the instant given for its period.
   * @param starts Unix milliseconds, whole seconds
   * @returns by market id; by period, ascending. A market or period without bars is absent.
   */
  async read(
    markets: readonly SeriesMarket[],
    starts: readonly (readonly [CandlePeriod, number])[],
  ): Promise<Map<number, Map<CandlePeriod, CandleView[]>>> {
    // A part for each period, so that the planner leaves out all other partitions.
    const parts = starts.map(
      ([period], index) =>
        `select '${period}' as period, string_agg(${BAR_LINE}, E'\\n' order by open_at) as lines from candle
         where market_id = fed.id and period = '${period}' and origin = fed.origin
           and open_at >= to_timestamp($${index + 3})`,
    );
    const rows = await this.source.query<{ id: number; period: CandlePeriod; lines: string }[]>(
      `select fed.id, stored.period, stored.lines from unnest($1::int[], $2::text[]) as fed (id, origin)
       cross join lateral (${parts.join(' union all ')}) as stored where stored.lines is not null`,
      [markets.map(({ id }) => id), markets.map(({ origin }) => origin), ...starts.map(([, from]) => from / 1000)],
    );
    const byId = new Map(markets.map((market) => [market.id, market]));
    const series = new Map<number, Map<CandlePeriod, CandleView[]>>();
    for (const { id, period, lines } of rows) {
      const market = byId.get(id);
      if (!market) continue;
      const known = series.get(id) ?? new Map<CandlePeriod, CandleView[]>();
      series.set(id, known);
      known.set(
        period,
        lines.split('\n').map((line) => barOfLine(line, market, period)),
      );
    }
    return series;
  }

  /**
   * Of a bar that goes on nobody knows when its price was: it counts as old as its beginning, never as one of now. A bar in which
   * nobody traded (`filled`) repeats an older close, and is no price of its time. The bar that opened last counts, of several
   * the finest: it alone says how old its price is.
   * @returns by market id; a market without a bar that opened before `now` is absent.
   */
  async lastCloses(markets: readonly SeriesMarket[], now: number): Promise<Map<number, LastClose>> {
    const parts = CLOSES.map(
      ({ period, length, back }, rank) =>
        `(select ${rank} as rank, open_at, trim_scale(close)::text as price, case when open_at + interval '${length}' <= $3 then open_at + interval '${length}' else open_at end as at
            from candle where market_id = fed.id and period = '${period}' and origin = fed.origin and open_at <= $3
             and not filled${back === null ? '' : ` and open_at > $3::timestamptz - interval '${back}'`}
           order by open_at desc limit 1)`,
    );
    const rows = await this.source.query<{ id: number; price: string; at: Date }[]>(
      `select fed.id, newest.price, newest.at from unnest($1::int[], $2::text[]) as fed (id, origin)
       cross join lateral (${parts.join(' union all ')} order by open_at desc, rank limit 1) as newest`,
      [markets.map(({ id }) => id), markets.map(({ origin }) => origin), new Date(now)],
    );
    return new Map(rows.map(({ id, price, at }) => [id, { price, at: at.getTime() }]));
  }
}

function barOfLine(line: string, { symbol, origin }: SeriesMarket, period: CandlePeriod): CandleView {
  const [opens, open, high, low, close, volume, quoteVolume, trades, revision, closed, filled, outage] = line.split(
    ' ',
  ) as [string, string, string, string, string, string, string, string, string, string, string, string];
  return {
    symbol,
    period,
    openAt: Number.parseInt(opens, 10) * 1000,
    open,
    high,
    low,
    close,
    volume,
    quoteVolume,
    trades: Number.parseInt(trades, 10),
    revision: Number.parseInt(revision, 10),
    closed: closed === '1',
    filled: filled === '1',
    outage: outage === '1',
    origin,
  };
}
