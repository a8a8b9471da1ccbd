import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PRICE_ORIGINS, type PriceOrigin } from '../../../contract/markets/markets.dto.js';
import { SessionCalendarEntity } from '../session-calendars/index.js';
import { MarketConstituentEntity } from './market-constituent.entity.js';
import { MarketEntity } from './market.entity.js';

/** Everything the catalogue is made of, read in one go. */
export interface CatalogRows {
  markets: MarketEntity[];
  constituents: MarketConstituentEntity[];
  calendars: SessionCalendarEntity[];
}

/** The last stored price of a market and the 24 h before `now`, as decimal text; null where nothing is stored. */
export interface StoredPrice {
  marketId: number;
  last: string | null;
  origin: PriceOrigin;
  /** The end of the minute that the price closes, or the beginning of a bar that goes on or is a day, Unix milliseconds: never later than it was. */
  pricedAt: number | null;
  open: string | null;
  high: string | null;
  low: string | null;
  volume: string | null;
  quoteVolume: string | null;
}

@Injectable()
export class MarketsStore {
  constructor(private readonly source: DataSource) {}

  async catalog(): Promise<CatalogRows> {
    const [markets, constituents, calendars] = await Promise.all([
      this.source.getRepository(MarketEntity).find({ order: { sort: 'ASC', id: 'ASC' } }),
      this.source.getRepository(MarketConstituentEntity).find({ order: { marketId: 'ASC', instrument: 'ASC' } }),
      this.source.getRepository(SessionCalendarEntity).find(),
    ]);
    return { markets, constituents, calendars };
  }

  /**
   * The newest stored minute of every market in which somebody traded, with what was traded from `from` on, or else the newest
   * day: a market that is not traded any more has flat minutes of months. Bars of the origin that the market was fed from
   * last, and of no other. Markets that nobody has fed and that have no bars are absent.
   */
  async storedPrices(from: number): Promise<StoredPrice[]> {
    const rows: (Omit<StoredPrice, 'pricedAt'> & { pricedAt: Date | null })[] = await this.source.query(
      `select market.id as "marketId", coalesce(feed.origin, newest.origin) as origin,
              case when newest.closed and newest.rank = 0 then newest.open_at + interval '1 minute' else newest.open_at end as "pricedAt",
              trim_scale(newest.close)::text as last,
              trim_scale(day.open)::text as open, trim_scale(day.high)::text as high, trim_scale(day.low)::text as low,
              trim_scale(day.volume)::text as volume, trim_scale(day.quote_volume)::text as "quoteVolume"
         from market
         left join market_feed feed on feed.market_id = market.id
         left join lateral (
           select bar.* from unnest(case when feed.origin is null then $2::text[] else array[feed.origin] end) known (origin)
            cross join lateral (
              (select 0 as rank, open_at, close, origin, closed from candle
                where market_id = market.id and period = '1min' and origin = known.origin and not filled and open_at >= $1
                order by open_at desc limit 1)
              union all
              (select 1, open_at, close, origin, closed from candle
                where market_id = market.id and period = '1day' and origin = known.origin and not filled
                order by open_at desc limit 1)) bar
            order by bar.open_at desc, bar.rank limit 1
         ) newest on true
         left join lateral (
           select (array_agg(open order by open_at))[1] as open, max(high) as high, min(low) as low,
                  sum(volume) as volume, sum(quote_volume) as quote_volume
             from candle where market_id = market.id and period = '1min' and origin = newest.origin and open_at >= $1
         ) day on true
        where feed.origin is not null or newest.origin is not null`,
      [new Date(from), PRICE_ORIGINS],
    );
    return rows.map((row) => ({ ...row, pricedAt: row.pricedAt?.getTime() ?? null }));
  }
}
