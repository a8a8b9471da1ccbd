import { randomInt } from 'node:crypto';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import type { CandleView, TickerView } from '../contract/markets/markets.dto.js';
import { migrateBench } from './ledger.book.js';

export const PAIRS = 50;
export const BARS = 500;
const MINUTE_MS = 60_000;
const BEAT_MS = 100;

/** Brings the database up to 50 pairs in the list and 500 stored bars of BTC/USDT; answers the pairs' symbols. */
export async function fillDatabase(url: string, now: number): Promise<string[]> {
  await migrateBench(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const listed = await client.query(`select count(*)::int as pairs from market where category <> 'stock'`);
    for (let index = listed.rows[0].pairs; index < PAIRS; index++) await addPair(client, 900 + index);
    for (let index = 1; index <= BARS; index++) {
      await client.query(
        `insert into candle select 1, '1min', to_timestamp($1), 65100.12, 65130.5, 65090.25, 65111.87, 12.345678,
         803812.4412, 1873, 1, true, false, false, 'simulated' on conflict do nothing`,
        [Math.floor(now / MINUTE_MS - index) * 60],
      );
    }
    const symbols = await client.query<{ symbol: string }>(`select symbol from market where category <> 'stock'`);
    return symbols.rows.map(({ symbol }) => symbol);
  } finally {
    await client.end();
  }
}

async function addPair(client: Client, id: number): Promise<void> {
  await client.query(`insert into currency values ($1, $2, $2, 8) on conflict do nothing`, [id, `X${id}`]);
  await client.query(
    `insert into market select (row).* from (select jsonb_populate_record(market, $1) as row from market where id = 5) as m
     on conflict do nothing`,
    [{ id, symbol: `X${id}/USDT`, name: `X${id}`, base_currency_id: id, sort: id }],
  );
}

/** Plays the feeding process: every pair and the running bar change at every beat, as in a busy market. */
export function feed(redisUrl: string, prefix: string, symbols: string[]): () => void {
  const redis = new Redis(redisUrl);
  let sequence = 0;
  const publish = () => {
    sequence++;
    const at = Date.now();
    const update = {
      ep: '1',
      s: sequence,
      at,
      // Whoever starts late takes up the picture with a snapshot.
      kind: sequence % 10 === 1 ? 'snap' : 'delta',
      tickers: symbols.map((symbol) => ticker(symbol, at)),
      candles: [runningBar(at, sequence)],
      depths: [],
      trades: {},
      marks: [],
    };
    void redis.publish(`${prefix}market:update`, JSON.stringify(update));
  };
  const timer = setInterval(publish, BEAT_MS);
  return () => {
    clearInterval(timer);
    redis.disconnect();
  };
}

function price(): string {
  return `65${randomInt(100, 999)}.${randomInt(10, 99)}`;
}

function ticker(symbol: string, at: number): TickerView {
  const last = price();
  return {
    symbol,
    last,
    mark: last,
    index: last,
    indexState: 'ok',
    open: '64210.55',
    high: '66120.40',
    low: '63990.10',
    volume: '18234.123456',
    quoteVolume: '1187234567.12345678',
    change: '+1.23',
    windowMs: 86_400_000,
    status: 'live',
    reason: null,
    opensAt: null,
    origin: 'simulated',
    pricedAt: at,
  };
}

function runningBar(at: number, revision: number): CandleView {
  return {
    symbol: 'BTC/USDT',
    period: '1min',
    openAt: Math.floor(at / MINUTE_MS) * MINUTE_MS,
    open: '65110.12',
    high: '65999.99',
    low: '65000.01',
    close: price(),
    volume: '3.141592',
    quoteVolume: '204512.12345678',
    trades: revision,
    revision,
    closed: false,
    filled: false,
    outage: false,
    origin: 'simulated',
  };
}
