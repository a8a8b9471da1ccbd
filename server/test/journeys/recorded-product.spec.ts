import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { MarketBoard } from '../../features/markets/market-board/index.js';
import { Clock } from '../../platform/clock/clock.js';
import { loadRecording } from '../../platform/feeds/replay/recording.js';
import { ReplayServer } from '../../platform/feeds/replay/replay-server.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { bootApp, type TestApp } from '../app.js';
import { createTestDatabase } from '../database.js';
import { until } from '../fakes/recording-sink.js';
import { sharedFile } from '../recordings.js';

const FILE = sharedFile('frames/BYBIT.jsonl.gz');
const SPEED = 4;
/** The exchange's own words of one topic and connection kind, straight from the file. */
function messagesOf(category: string, topic: string): { data: unknown }[] {
  const kinds = new Map<string, string>();
  const found: { data: unknown }[] = [];
  for (const line of gunzipSync(readFileSync(String(FILE)))
    .toString()
    .trim()
    .split('\n')) {
    const { t, conn, addr, data } = JSON.parse(line) as Record<string, string>;
    if (t === 'connect') kinds.set(String(conn), String(addr).split('/').at(-1) ?? '');
    if (t !== 'recv' || kinds.get(String(conn)) !== category) continue;
    const message = JSON.parse(String(data)) as { topic?: string; data: unknown };
    if (message.topic === topic) found.push(message);
  }
  return found;
}

interface VenueTrade {
  T: number;
  p: string;
  v: string;
  i: string;
  S: 'Buy' | 'Sell';
}

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function play(): Promise<{ app: TestApp; board: MarketBoard; server: ReplayServer }> {
  const server = new ReplayServer(loadRecording(String(FILE)), { speed: SPEED, graceMs: null });
  const address = await server.listen();
  open.push(server);
  const database = await createTestDatabase();
  open.push({ close: () => database.drop() });
  const client = new Client({ connectionString: database.url });
  await client.connect();
  // The recording is of one venue.
  await client.query(`update market set single_venue = true where category = 'crypto'`);
  await client.end();
  const app = await bootApp(
    {
      FEED: 'bybit',
      BYBIT_STREAM_URL: address.replace('http', 'ws'),
      BYBIT_REST_URL: address,
      CLOCK_URL: `${address}/v5/market/time`,
    },
    database,
  );
  open.push(app);
  await until(() => server.subscriptions >= 24, 'subscriptions');
  server.begin();
  return { app, server, board: app.application.get(MarketBoard) };
}

(FILE ? describe : describe.skip)('the Bybit recording through the whole product', () => {
  it('ends with the exchange’s own figures on the board, and no tick of it was bad', async () => {
    const { app, server, board } = await play();
    const now = () => app.application.get(Clock).now();
    await until(() => board.ticker('BTC/USDT', now())?.status === 'live', 'a live price', 30_000);
    await until(() => server.ended, 'the end of the recording', 30_000);
    const trades = messagesOf('spot', 'publicTrade.BTCUSDT').flatMap(({ data }) => data as VenueTrade[]);
    const last = trades.at(-1);
    await until(() => board.trades('BTC/USDT').at(-1)?.id === last?.i, 'the last trade');
    const ticker = Object.assign({}, ...messagesOf('linear', 'tickers.BTCUSDT').map(({ data }) => data));
    const pair = Object.assign({}, ...messagesOf('spot', 'tickers.BTCUSDT').map(({ data }) => data));
    const contracts = messagesOf('linear', 'publicTrade.BTCUSDT').flatMap(({ data }) => data as VenueTrade[]);
    await until(
      () => board.futuresQuote('BTC/USDT', now())?.last === contracts.at(-1)?.p,
      'the last price of the perpetual',
    );
    await until(() => board.mark('BTC/USDT')?.index === ticker.indexPrice, 'the last index price');

    await until(() => board.ticker('BTC/USDT', now())?.volume === pair.volume24h, 'the last figures of the day');
    expect(board.ticker('BTC/USDT', now())).toMatchObject({
      last: last?.p,
      index: ticker.indexPrice,
      indexState: 'ok',
      // Our own history is 40 s long: the venue's figures stand in.
      open: pair.prevPrice24h,
      high: pair.highPrice24h,
      low: pair.lowPrice24h,
      volume: pair.volume24h,
      quoteVolume: pair.turnover24h,
      windowMs: 86_400_000,
      origin: 'recorded',
    });
    const mark = board.mark('BTC/USDT');
    expect(mark).toMatchObject({ method: 'venue', fundingRate: null });
    // Ours is computed, and agrees with what the exchange computes by the same rule to a hundredth of a percent.
    expect(Math.abs(Number(mark?.mark) / Number(ticker.markPrice) - 1)).toBeLessThan(0.0001);
    expect(board.trades('BTC/USDT')).toEqual(
      trades.slice(-50).map(({ i, p, v, S, T }) => ({ id: i, price: p, quantity: v, side: S.toLowerCase(), at: T })),
    );
    const { bids, asks } = board.depth('BTC/USDT') ?? { bids: [], asks: [] };
    expect([bids.length, asks.length]).toEqual([20, 20]);
    expect(Number(bids[0]?.[0])).toBeLessThan(Number(asks[0]?.[0]));
    const bad = await app.application.get(Metrics).badTicks.get();
    // A machine that is busy for seconds makes ticks old: that is the machine's fault and not the recording's.
    const faulty = bad.values.filter(
      ({ labels }) => String(labels.symbol).startsWith('bybit') && labels.reason !== 'too-old',
    );
    expect(faulty).toEqual([]);
  });
});
