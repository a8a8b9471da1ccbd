import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { CandlePeriod, PriceOrigin } from '../../../contract/markets/markets.dto.js';

export interface FoldRequest {
  marketId: number;
  /** Only bars of one origin are folded together. */
  origin: PriceOrigin;
  period: CandlePeriod;
  /** The shorter period whose closed bars are folded. */
  part: CandlePeriod;
  /** Whole bars of `period` with `from <= openAt < to`, Unix milliseconds. */
  from: number;
  to: number;
}

/** Open time of the longer bar that holds a shorter one; weeks begin on Monday, all in UTC. */
const BUCKETS: Record<Exclude<CandlePeriod, '1min'>, string> = {
  '5min': `date_bin('5 minutes', open_at, 'epoch')`,
  '15min': `date_bin('15 minutes', open_at, 'epoch')`,
  '30min': `date_bin('30 minutes', open_at, 'epoch')`,
  '60min': `date_bin('1 hour', open_at, 'epoch')`,
  '1day': `date_bin('1 day', open_at, 'epoch')`,
  '1week': `date_trunc('week', open_at, 'UTC')`,
  '1mon': `date_trunc('month', open_at, 'UTC')`,
};

/** Folds stored bars into longer ones inside Postgres: the same rule as `foldBars`, for bars that are not in memory. */
@Injectable()
export class CandleFoldsStore {
  constructor(private readonly source: DataSource) {}

  /**
   * Writes closed bars that are missing, and corrects those that are not the fold of their parts any more, under the
   * fencing number.
   */
  async fold(token: string, { marketId, origin, period, part, from, to }: FoldRequest): Promise<void> {
    if (period === '1min') throw new Error('One-minute bars are not folded from anything.');
    await this.source.query(
      `with lease as (select from feed_lease where name = 'markets' and token = $1::bigint for share),
       folded as (
         select ${BUCKETS[period]} as open_at, (array_agg(open order by open_at))[1] as open, max(high) as high,
           min(low) as low, (array_agg(close order by open_at desc))[1] as close, sum(volume) as volume,
           sum(quote_volume) as quote_volume, sum(trades)::int as trades, bool_and(filled) as filled,
           bool_or(outage) as outage
         from candle
         where market_id = $2 and period = $4 and origin = $7 and closed
           and open_at >= to_timestamp($5) and open_at < to_timestamp($6)
         group by 1)
       insert into candle (market_id, period, open_at, open, high, low, close, volume, quote_volume, trades, revision,
         closed, filled, outage, origin)
       select $2, $3, open_at, open, high, low, close, volume, quote_volume, trades, 1, true, filled, outage, $7
       from folded, lease
       on conflict (market_id, period, origin, open_at) do update set
         open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
         volume = excluded.volume, quote_volume = excluded.quote_volume, trades = excluded.trades,
         revision = candle.revision + 1, closed = true, filled = excluded.filled, outage = excluded.outage
       where (candle.open, candle.high, candle.low, candle.close, candle.volume, candle.quote_volume, candle.trades,
           candle.closed, candle.filled, candle.outage)
         is distinct from (excluded.open, excluded.high, excluded.low, excluded.close, excluded.volume,
           excluded.quote_volume, excluded.trades, true, excluded.filled, excluded.outage)`,
      [token, marketId, period, part, Math.floor(from / 1000), Math.floor(to / 1000), origin],
    );
  }
}
