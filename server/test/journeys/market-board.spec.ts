import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { MarketBoard, MarketBus, type MarketUpdate } from '../../features/markets/market-board/index.js';
import { RedisConnections } from '../../platform/redis/redis.module.js';
import { bootApp, type TestApp, withoutFarHistory } from '../app.js';
import { createTestDatabase, type TestDatabase, withClient } from '../database.js';
import { restrictToMarkets } from '../factories/markets.js';
import { until } from '../fakes/recording-sink.js';
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.js';

let database: TestDatabase;
const apps: TestApp[] = [];
/** Between the feeding process and Redis. */
let wire: TcpProxy | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  await withClient(database.url, (client) =>
    restrictToMarkets(client, ['BTC/USDT', 'ETH/USDT', 'USDC/USDT', 'AAPL/USD']),
  );
});
afterAll(async () => {
  for (const app of apps.reverse()) await app.close();
  await wire?.close();
  await database.drop();
});

interface Booted {
  app: TestApp;
  board: MarketBoard;
}

async function boot(environment: Record<string, string>): Promise<Booted> {
  const app = await bootApp(environment, database, withoutFarHistory);
  apps.push(app);
  return { app, board: app.application.get(MarketBoard) };
}

const prefix = () => `test-${randomBytes(6).toString('hex')}:`;
const MINUTE = 60_000;

describe('without any feed', () => {
  it('the board shows the stored prices as stale, and no data where there are none', async () => {
    const seeded = await boot({ FEED: 'none' });
    const openAt = Math.floor(Date.now() / MINUTE) * MINUTE - 30 * MINUTE;
    const source = seeded.app.owner;
    for (const [at, close] of [
      [openAt - MINUTE, '60000'],
      [openAt, '60600'],
    ] as const) {
      await source.query(
        `insert into candle select id, '1min', $1, $2, $2, $2, $2, 1.5, 90000, 3, 1, true, false, false, 'simulated'
           from market where symbol = 'BTC/USDT'`,
        [new Date(at), close],
      );
    }
    const { board } = await boot({ FEED: 'none' });
    expect(board.ticker('BTC/USDT', Date.now())).toMatchObject({
      last: '60600',
      open: '60000',
      high: '60600',
      low: '60000',
      volume: '3',
      change: '+1.00',
      status: 'stale',
      reason: 'feed-lost',
      origin: 'simulated',
      mark: null,
      pricedAt: openAt + MINUTE,
    });
    expect(board.ticker('ETH/USDT', Date.now())).toMatchObject({ last: null, status: 'stale', reason: 'no-data' });
    expect(board.unfed).toBe(true);
  });
});

describe('a feeding process and a gateway that comes late', () => {
  let first: Booted;
  let second: Booted;

  beforeAll(async () => {
    const shared = { FEED: 'simulated', REDIS_PREFIX: prefix() };
    const redis = new URL(process.env.TEST_REDIS_URL ?? '');
    wire = await startTcpProxy(Number(redis.port));
    redis.port = String(wire.port);
    first = await boot({ ...shared, REDIS_URL: redis.toString() });
    await until(() => first.board.ticker('BTC/USDT', Date.now())?.status === 'live', 'a live price', 30_000);
    second = await boot({ ...shared, ROLES: 'gateway' });
    await until(() => !second.board.unfed, 'the late gateway is fed');
  });

  it('show the same stream', async () => {
    expect(second.board.epoch).toBe(first.board.epoch);
    // Looked at in one go, between two messages: equal sequence means equal content.
    let compared = 0;
    for (let attempt = 0; attempt < 500 && compared < 5; attempt += 1) {
      await new Promise((done) => setTimeout(done, 20));
      if (first.board.sequence !== second.board.sequence) continue;
      expect(withoutTime(second.board.whole(0))).toEqual(withoutTime(first.board.whole(0)));
      compared += 1;
    }
    expect(compared).toBe(5);
  });

  it('the feeding one goes on showing prices while its Redis is away, and heals when it is back', async () => {
    const { app, board } = first;
    const epoch = board.epoch;
    const { commands, subscriber } = app.application.get(RedisConnections);
    const isThere = () => commands.status === 'ready' && subscriber.status === 'ready';
    wire?.cut('broken');
    await until(() => !isThere(), 'Redis is away');
    const before = board.sequence;
    await until(() => board.sequence > before + 20, 'prices without Redis');
    expect([board.epoch, board.unfed]).toEqual([epoch, false]);
    wire?.mend();
    await until(isThere, 'Redis is back', 30_000);
    const after = board.sequence;
    await until(() => board.sequence > after + 20, 'prices with Redis');
    expect([board.epoch, board.unfed]).toEqual([epoch, false]);
  });

  it('the gateway that misses a message asks, and has the whole board again', async () => {
    const { app, board } = second;
    await until(() => !board.unfed && board.sequence > 3, 'the gateway is fed', 30_000);
    // Takes one message away from under the gateway: an update from the future makes it see a gap.
    const apply = board.apply.bind(board);
    let dropped: MarketUpdate | null = null;
    board.apply = (update, now) => {
      if (dropped === null && update.kind === 'delta') {
        dropped = update;
        return 'ignored';
      }
      return apply(update, now);
    };
    const hello = jest.spyOn(app.application.get(MarketBus), 'hello');
    await until(() => dropped !== null && board.sequence > dropped.s + 5, 'the gap is closed');
    expect(hello).toHaveBeenCalled();
    expect(board.epoch).toBe(first.board.epoch);
  });
});

/** A board's content in an order of its own, because entries stand in the order of their first change. */
function withoutTime({ tickers, marks, depths, candles, trades }: MarketUpdate) {
  const sorted = (rows: { symbol: string }[]) => rows.map((row) => JSON.stringify(row)).sort();
  return { tickers: sorted(tickers), marks: sorted(marks), depths: sorted(depths), candles: sorted(candles), trades };
}
