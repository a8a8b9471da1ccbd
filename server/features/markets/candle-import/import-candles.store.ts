import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { CandleView } from '../../../contract/markets/markets.dto.js';

export interface ImportCounts {
  added: number;
  /** Bars that were there with other figures. */
  changed: number;
  unchanged: number;
}

const BATCH = 5000;

@Injectable()
export class ImportCandlesStore {
  constructor(private readonly source: DataSource) {}

  /**
   * Writes closed bars of one market with the origin `imported`: all of them or, when anything fails, none. Bars of
   * other origins are not touched.
   */
  async write(marketId: number, bars: readonly CandleView[]): Promise<ImportCounts> {
    return this.source.transaction(async (tx) => {
      const total: ImportCounts = { added: 0, changed: 0, unchanged: 0 };
      for (let from = 0; from < bars.length; from += BATCH) {
        const counts = await writeBatch(tx, marketId, bars.slice(from, from + BATCH));
        for (const key of Object.keys(total) as (keyof ImportCounts)[]) total[key] += counts[key];
      }
      return total;
    });
  }
}

async function writeBatch(tx: EntityManager, marketId: number, bars: readonly CandleView[]): Promise<ImportCounts> {
  const [counts] = await tx.query<{ known: number; written: number }[]>(
    `with bar as (
       select period, to_timestamp(opens) as open_at, open, high, low, close, volume, quote, trades, filled
       from unnest($2::text[], $3::bigint[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[], $8::numeric[],
         $9::numeric[], $10::int[], $11::bool[])
         as given (period, opens, open, high, low, close, volume, quote, trades, filled)),
     known as (
       select from bar
       join candle on candle.market_id = $1 and candle.period = bar.period and candle.origin = 'imported'
         and candle.open_at = bar.open_at),
     written as (
       insert into candle (market_id, period, open_at, open, high, low, close, volume, quote_volume, trades, revision,
         closed, filled, outage, origin)
       select $1, period, open_at, open, high, low, close, volume, quote, trades, 1, true, filled, false, 'imported'
       from bar order by period, open_at
       on conflict (market_id, period, origin, open_at) do update set
         open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
         volume = excluded.volume, quote_volume = excluded.quote_volume, trades = excluded.trades,
         revision = candle.revision + 1, closed = true, filled = excluded.filled, outage = false
       where (candle.open, candle.high, candle.low, candle.close, candle.volume, candle.quote_volume, candle.trades,
           candle.closed, candle.filled, candle.outage)
         is distinct from (excluded.open, excluded.high, excluded.low, excluded.close, excluded.volume,
           excluded.quote_volume, excluded.trades, true, excluded.filled, false)
       returning 1)
     select (select count(*) from known)::int as known, (select count(*) from written)::int as written`,
    [marketId, ...columns(bars)],
  );
  if (!counts) throw new Error('The import gave no counts.');
  const added = bars.length - counts.known;
  const changed = counts.written - added;
  return { added, changed, unchanged: counts.known - changed };
}

/** The bars by column, in the order of the statement. */
function columns(bars: readonly CandleView[]): unknown[][] {
  const column = (pick: (bar: CandleView) => unknown) => bars.map(pick);
  return [
    column(({ period }) => period),
    column(({ openAt }) => openAt / 1000),
    column(({ open }) => open),
    column(({ high }) => high),
    column(({ low }) => low),
    column(({ close }) => close),
    column(({ volume }) => volume),
    column(({ quoteVolume }) => quoteVolume),
    column(({ trades }) => trades),
    column(({ filled }) => filled),
  ];
}
