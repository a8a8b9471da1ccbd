import { ForwardMigration } from './forward-migration.js';

/** Currencies, markets with their constituents and calendars, candles, and the lease of the process that feeds. */
export class Markets1763600000001 extends ForwardMigration {
  protected readonly statements = [
    /** Currencies, markets with their constituents and calendars, candles, and the lease of the process that feeds. */
    `create table currency (
       id integer primary key,
       code text not null unique,
       name text not null,
       scale smallint not null check (scale between 0 and 18),
       logo text not null default '',
       created_at timestamptz not null default now()
     )`,
    `create table session_calendar (
       code text primary key,
       time_zone text not null,
       -- [{ "days": [1,2,3,4,5], "open": "09:30", "close": "16:00" }, ...]; ISO weekdays, local wall time
       sessions jsonb not null,
       -- ["2026-12-25", ...], local dates
       holidays jsonb not null default '[]'
     )`,
    `create table market (
       id integer primary key,
       symbol text not null unique,
       name text not null,
       category text not null check (category in ('crypto', 'commodity', 'stock')),
       base_currency_id integer not null references currency (id),
       quote_currency_id integer not null references currency (id),
       price_scale smallint not null check (price_scale between 0 and 18),
       quantity_scale smallint not null check (quantity_scale between 0 and 18),
       spot boolean not null,
       perpetual boolean not null,
       option boolean not null,
       displayed boolean not null default true,
       recommended boolean not null default false,
       sort integer not null default 0,
       calendar text not null references session_calendar (code),
       lot_size numeric(38,18) not null default 1,
       lots_min integer not null default 1,
       lots_max integer not null default 100000,
       spread numeric(38,18) not null default 0,
       perpetual_fee_percent numeric(38,18) not null default 0,
       option_fee_percent numeric(38,18) not null default 0,
       overnight_percent numeric(38,18) not null default 0,
       -- which instrument's trades make the last price, the candles, the book
       price_instrument text not null,
       -- which instrument's own mark, index and funding are read where the index is the venue's
       mark_instrument text,
       -- least number of live constituents for a sound index; 1 = the venue's own index and mark are taken
       constituents_min smallint not null default 3,
       -- a constituent further from the median than this fraction is an outlier
       outlier_ratio numeric(38,18) not null default 0.03,
       -- a tick further from the median of recent prices than this fraction never becomes a price
       band_ratio numeric(38,18) not null default 0.05,
       -- what the simulation starts from
       simulated_price numeric(38,18) not null,
       halted_reason text,
       created_at timestamptz not null default now()
     )`,
    `create table market_constituent (
       market_id integer not null references market (id),
       instrument text not null,
       weight numeric(38,18) not null default 1 check (weight > 0),
       primary key (market_id, instrument)
     )`,
    `create table candle (
       market_id integer not null,
       period text not null,
       open_at timestamptz not null,
       open numeric(38,18) not null,
       high numeric(38,18) not null,
       low numeric(38,18) not null,
       close numeric(38,18) not null,
       volume numeric(38,18) not null,
       quote_volume numeric(38,18) not null,
       trades integer not null,
       revision integer not null,
       closed boolean not null,
       filled boolean not null,
       outage boolean not null,
       origin text not null check (origin in ('live', 'simulated', 'recorded', 'imported')),
       -- Bars of different origins stand side by side: invented prices never replace or complete real ones.
       primary key (market_id, period, origin, open_at)
     ) partition by list (period)`,
    `create table candle_1min partition of candle for values in ('1min') partition by range (open_at)`,
    'create table candle_1min_other partition of candle_1min default',
    ...['5min', '15min', '30min', '60min', '1day', '1week', '1mon'].map(
      (period) => `create table candle_${period} partition of candle for values in ('${period}')`,
    ),
    // Which origin a market is fed from.
    `create table market_feed (
       market_id integer primary key references market (id),
       -- where the prices come from since the fencing number below
       origin text not null check (origin in ('live', 'simulated', 'recorded')),
       token bigint not null
     )`,
    `create table feed_lease (
       name text primary key,
       token bigint not null,
       holder text not null,
       taken_at timestamptz not null
     )`,
  ];
}
