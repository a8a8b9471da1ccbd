import type { DataSource } from 'typeorm';
import { PruneOutbox } from '../../platform/outbox/prune-outbox.js';
import { bootApp, type TestApp } from '../app.js';
import { aUser } from '../factories/users.js';
import { connectBare } from '../gateway.js';
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.js';
import { sleep } from '../faults/calls.js';
import { createTestDatabase } from '../database.js';

const LIMIT_MS = 180_000;
const REDIS_URL = process.env.TEST_REDIS_URL ?? process.env.REDIS_URL ?? '';

type Parts = Record<string, { state: string; detail?: Record<string, unknown> }>;

let app: TestApp;
let wire: TcpProxy;
let socket: Awaited<ReturnType<typeof connectBare>>;

const readiness = async () => (await (await fetch(`${app.url}/readyz`)).json()) as { state: string; parts: Parts };

/** Waits until each of these parts is so, and no other part of them says otherwise. */
async function until(wanted: Record<string, string>): Promise<Parts> {
  let seen: Parts = {};
  for (const end = performance.now() + LIMIT_MS; performance.now() < end; await sleep(100)) {
    seen = (await readiness()).parts;
    if (Object.entries(wanted).every(([name, state]) => seen[name]?.state === state)) return seen;
  }
  throw new Error(`Did not come true: ${JSON.stringify(wanted)}; it is ${JSON.stringify(seen)}`);
}

/** Waits until private events could not be read for some seconds. */
async function outboxStuck(): Promise<void> {
  for (const end = performance.now() + LIMIT_MS; performance.now() < end; await sleep(100)) {
    if (Number((await readiness()).parts.outbox?.detail?.stuckSeconds) > 5) return;
  }
  throw new Error('Nobody says that private events are not read.');
}

/** Tables that are not where the product looks for them, as good as rights that it lacks. */
const hide = async (source: DataSource, tables: string[]) => {
  for (const table of tables) await source.query(`alter table ${table} rename to ${table}_away`);
};
const show = async (source: DataSource, tables: string[]) => {
  for (const table of tables) await source.query(`alter table ${table}_away rename to ${table}`);
};

describe('the readiness of a process with all roles', () => {
  const WELL = {
    postgres: 'ok',
    redis: 'ok',
    clock: 'ok',
    departure: 'ok',
    books: 'ok',
    'cancel-only': 'ok',
    lease: 'ok',
    tape: 'ok',
    'tape-writer': 'ok',
    candles: 'ok',
    outbox: 'ok',
    queue: 'ok',
  };

  beforeAll(async () => {
    const address = new URL(REDIS_URL);
    wire = await startTcpProxy(Number(address.port));
    address.port = String(wire.port);
    const database = await createTestDatabase('own');
    const settings = { FEED: 'simulated', LOG_LEVEL: 'silent', REDIS_URL: address.toString() };
    app = await bootApp({ ...settings, SIMULATION_HISTORY_DAYS: '0' }, database);
    const { token } = await aUser(app.database.url);
    // A process with all roles has just begun: a busy machine takes longer than a page would wait.
    socket = await connectBare(app.url, { timeout: LIMIT_MS }, { protocol: 'channels/1', token });
    // Whoever acknowledges nothing is cut.
    socket.socket.on('f', ({ ch, s }: { ch: string; s: number }) => socket.socket.emit('ack', { ch, s }));
    await socket.subscribe({ ch: 'account.events', key: {} });
  }, LIMIT_MS);

  afterAll(async () => {
    socket?.socket.disconnect();
    wire?.mend();
    await app?.close();
    await app?.database.drop();
    await wire?.close();
  }, LIMIT_MS);

  it(
    'says that all is well when it is',
    async () => {
      const parts = await until(WELL);
      expect(parts.lease?.detail).toMatchObject({ leads: true });
      expect(parts.outbox?.detail).toMatchObject({ streams: 1, pruneFailed: false });
    },
    LIMIT_MS,
  );

  it(
    'says which records are not kept, although Postgres answers, and that they are again',
    async () => {
      const tables = ['price_sample', 'candle', 'outbox'];
      await hide(app.owner, tables);
      const broken = { tape: 'degraded', 'tape-writer': 'degraded', candles: 'degraded', outbox: 'degraded' };
      await expect(app.application.get(PruneOutbox).execute()).rejects.toThrow();
      const parts = await until({ ...WELL, ...broken });
      expect(parts.outbox?.detail).toMatchObject({ streams: 1, pruneFailed: true });
      await outboxStuck();
      await show(app.owner, tables);
      // Its time comes once an hour.
      await app.application.get(PruneOutbox).execute();
      await until(WELL);
    },
    LIMIT_MS,
  );

  it(
    'says that a book takes no new orders',
    async () => {
      await app.owner.query(`update trading_mode set mode = 'cancel-only', cause = 'a test' where demo`);
      const parts = await until({ ...WELL, 'cancel-only': 'degraded' });
      expect(parts['cancel-only']?.detail).toEqual({ real: 'open', demo: 'cancel-only' });
      await app.owner.query(`update trading_mode set mode = 'open' where demo`);
      await until(WELL);
    },
    LIMIT_MS,
  );

  it(
    'says that the queues are away with Redis, and that somebody leads all the same',
    async () => {
      wire.cut('broken');
      await until({ ...WELL, redis: 'degraded', queue: 'degraded' });
      wire.mend();
      await until(WELL);
    },
    LIMIT_MS,
  );
});

it(
  'a feed that leads and keeps nothing is not ready',
  async () => {
    const feed = await bootApp({ ROLES: 'feed', FEED: 'simulated', LOG_LEVEL: 'silent', SIMULATION_HISTORY_DAYS: '0' });
    const status = async () => (await fetch(`${feed.url}/readyz`)).status;
    const becomes = async (wanted: number) => {
      for (const end = performance.now() + LIMIT_MS; performance.now() < end; await sleep(100)) {
        if ((await status()) === wanted) return;
      }
      throw new Error(`It does not become ${wanted}.`);
    };
    try {
      await becomes(200);
      await hide(feed.owner, ['price_sample']);
      await becomes(503);
      await show(feed.owner, ['price_sample']);
      await becomes(200);
    } finally {
      await feed.close();
    }
  },
  LIMIT_MS,
);
