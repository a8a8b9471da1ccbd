import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import type { PriceOrigin } from '../../contract/markets/markets.dto.js';
import type { CandleRowsReply, QuotationGroupView, QuotationPairView } from '../../contract/markets/quotations.dto.js';
import { RefreshSparks } from '../../features/markets/candles/refresh-sparks.js';
import { loadRecording } from '../../platform/feeds/replay/recording.js';
import { ReplayServer } from '../../platform/feeds/replay/replay-server.js';
import { bootApp, type TestApp } from '../app.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import { restrictToMarkets } from '../factories/markets.js';
import { sharedFile } from '../recordings.js';

const FILE = sharedFile('frames/BYBIT.jsonl.gz');
/** Patience for busy machines; on an idle one all of it takes half a minute. */
jest.setTimeout(200_000);

let database: TestDatabase;
let client: Client;
let server: ReplayServer;
let address: string;
const prefix = `test-${randomBytes(6).toString('hex')}:`;

beforeAll(async () => {
  if (!FILE) return;
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  await restrictToMarkets(client, ['BTC/USDT', 'ETH/USDT', 'GOLD/USDT']);
  server = new ReplayServer(loadRecording(FILE), { speed: 4, graceMs: null });
  address = await server.listen();
});
afterAll(async () => {
  await client?.end();
  await server?.close();
  await database?.drop();
});

let app: TestApp | null = null;
const stop = async () => {
  await app?.close();
  app = null;
};
afterEach(stop);

/** The product on the one database and Redis, with the recording's time whatever feeds it. */
async function start(FEED: 'simulated' | 'bybit' | 'none'): Promise<TestApp> {
  const venue = { BYBIT_STREAM_URL: address.replace('http', 'ws'), BYBIT_REST_URL: address };
  app = await bootApp(
    {
      FEED,
      ...venue,
      CLOCK_URL: `${address}/v5/market/time`,
      REDIS_PREFIX: prefix,
      FEED_SEED: 'origins',
      SIMULATION_HISTORY_DAYS: '400',
    },
    database,
  );
  return app;
}

async function get<Reply>(path: string): Promise<Reply> {
  return (await fetch(`${app?.url}/api/${path}`)).json() as Promise<Reply>;
}

const chart = (symbol: string, period = '1min') =>
  get<CandleRowsReply>(`currency/new_timeshar?symbol=${symbol}&period=${period}&limit=2000`);
const originsOf = ({ data }: CandleRowsReply) => [...new Set(data.map(({ origin }) => origin))];
const closedOnes = ({ data }: CandleRowsReply) =>
  data
    .filter(({ closed, outage }) => closed && !outage)
    .map(({ time, open, high, low, close }) => [time, open, high, low, close].join(' '));

async function pair(symbol: string): Promise<QuotationPairView> {
  await app?.application.get(RefreshSparks, { strict: false }).execute();
  const { message } = await get<{ message: QuotationGroupView[] }>('currency/quotation_new');
  const found = message.flatMap(({ quotation }) => quotation).find((one) => one.symbol === symbol);
  if (!found) throw new Error(`no ${symbol}`);
  return found;
}

const hasWholeDay = ({ ticker }: QuotationPairView) => ticker?.origin === 'simulated' && ticker.windowMs >= 86_400_000;

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 90_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Did not come true: ${what}`);
    await new Promise((done) => setTimeout(done, 250));
  }
}

async function stored(origin: PriceOrigin, symbol = 'BTC/USDT', period = '1min'): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from candle join market on market.id = market_id
     where symbol = $1 and period = $3 and closed and origin = $2`,
    [symbol, origin, period],
  );
  return rows[0]?.n ?? 0;
}

(FILE ? describe : describe.skip)('a database that was fed by a simulation and by a venue in turn', () => {
  /** What the first simulated run showed. */
  let invented: string[] = [];

  it('first shows the simulation, a whole day of it', async () => {
    await start('simulated');
    await until('a day of invented bars', async () => (await stored('simulated')) >= 1440);
    await until('invented 24 h figures', async () => hasWholeDay(await pair('BTC/USDT')));
    await until('invented lines', async () => (await pair('BTC/USDT')).spark.length > 20);
    await until('invented days of gold', async () => (await stored('simulated', 'GOLD/USDT', '1day')) > 100);
    await stop();
    await start('none');
    const reply = await chart('BTC/USDT');
    expect(reply.origin).toBe('simulated');
    expect(originsOf(reply)).toEqual(['simulated']);
    // Not the oldest ones: a page has 2,000 bars, and minutes that come later push them out.
    invented = closedOnes(reply).slice(-1400);
    expect(invented).toHaveLength(1400);
  });

  it('then shows nothing invented of a market that a venue feeds: no bar, no 24 h figure, no line', async () => {
    await start('bybit');
    await until('subscriptions', async () => server.subscriptions >= 8);
    server.begin();
    await until('a recorded price', async () => (await pair('BTC/USDT')).status === 'live');
    await until('the end of the recording', async () => server.ended);
    await until('recorded bars', async () => (await stored('recorded')) > 0);
    const inventedCloses = new Set(invented.map((bar) => bar.split(' ').at(-1)));
    for (const period of ['1min', '60min', '1day', '1week', '1mon']) {
      const reply = await chart('BTC/USDT', period);
      expect(reply.origin).toBe('recorded');
      expect(originsOf(reply)).toEqual(['recorded']);
      for (const { open, close } of reply.data) {
        expect(inventedCloses.has(open)).toBe(false);
        expect(inventedCloses.has(close)).toBe(false);
      }
    }
    const said = lastTickerOf('BTCUSDT');
    // What has been sent last need not have been read yet.
    await until('the last ticker', async () => (await pair('BTC/USDT')).ticker?.volume === said.volume24h);
    const { ticker, spark } = await pair('BTC/USDT');
    // The venue's own figures stand in for a window of our own, which is a minute long.
    expect(ticker).toMatchObject({
      origin: 'recorded',
      open: said.prevPrice24h,
      high: said.highPrice24h,
      low: said.lowPrice24h,
      volume: said.volume24h,
    });
    expect(spark.length).toBeLessThanOrEqual(2);
    // The commodities are still invented, with the history that they had, and say so.
    const gold = await chart('GOLD/USDT', '1day');
    expect(gold.origin).toBe('simulated');
    expect(originsOf(gold)).toEqual(['simulated']);
    expect(gold.data.length).toBeGreaterThan(100);
  });

  it('also when the process starts again and nobody feeds', async () => {
    await start('none');
    const reply = await chart('BTC/USDT');
    expect(originsOf(reply)).toEqual(['recorded']);
    const { ticker } = await pair('BTC/USDT');
    expect(ticker?.origin).toBe('recorded');
    expect(Number(ticker?.high)).toBeLessThan(Number(lastTickerOf('BTCUSDT').highPrice24h) * 1.0001);
    expect(Number(ticker?.volume)).toBeLessThan(Number(lastTickerOf('BTCUSDT').volume24h));
  });

  it('shows the same invented bars again when it is simulated again, and no recorded one', async () => {
    await start('simulated');
    // The recording's clock stands still at its end, so no new price comes; what is stored is shown.
    await until('invented 24 h figures', async () => hasWholeDay(await pair('BTC/USDT')));
    const reply = await chart('BTC/USDT');
    expect(originsOf(reply)).toEqual(['simulated']);
    expect(closedOnes(reply)).toEqual(expect.arrayContaining(invented));
    // The board begins with the bars that were stored, and may do so before or after the minutes since were worked out.
    const { ticker } = await pair('BTC/USDT');
    // A stored bar's close is as old as its end at the board, and as its beginning where a term has begun with it.
    const isPriced = ({ time }: { time: number }) => [time, time + 60_000].includes(ticker?.pricedAt ?? 0);
    const priced = [...reply.data.filter(isPriced), ...reply.data.slice(-1)].map(({ close }) => close);
    expect(ticker?.origin).toBe('simulated');
    expect(priced).toContain(ticker?.last);
    expect(await stored('recorded')).toBeGreaterThan(0);
  });
});

/** The last value of every field of the recorded ticker of the pair. */
function lastTickerOf(symbol: string): Record<string, string> {
  const frames = loadRecording(String(FILE)).frames.filter(
    ({ path, topic }) => path.endsWith('/spot') && topic === `tickers.${symbol}`,
  );
  return Object.assign({}, ...frames.map(({ text }) => (JSON.parse(text) as { data: object }).data)) as Record<
    string,
    string
  >;
}
