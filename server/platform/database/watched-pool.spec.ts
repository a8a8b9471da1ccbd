import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import { startTcpProxy, type TcpProxy } from '../../test/tcp-proxy.js';
import { isConnectionLoss, isWithoutConnection, NoConnection } from './transaction.js';
import { allowLonger, WatchedPool } from './watched-pool.js';

const STATEMENT_MS = 800;
const MOST = 3;

let database: TestDatabase;
let wire: TcpProxy;
let url: string;
const pools: WatchedPool[] = [];

beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await createTestDatabase();
  const address = new URL(database.url);
  wire = await startTcpProxy(Number(address.port));
  address.hostname = '127.0.0.1';
  address.port = String(wire.port);
  url = address.toString();
});
afterEach(async () => {
  wire.mend();
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
});
afterAll(async () => {
  await wire.close();
  await database.drop();
});

function aPool(connectMs = 2000): WatchedPool {
  const pool = new WatchedPool({
    connectionString: url,
    max: MOST,
    connectionTimeoutMillis: connectMs,
    statementMs: STATEMENT_MS,
    onConnect: (client) => void client.on('error', () => undefined),
  });
  pool.on('error', () => undefined);
  pools.push(pool);
  return pool;
}

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

async function idOf(pool: WatchedPool): Promise<number | undefined> {
  return (await pool.query<{ id: number }>('select pg_backend_pid() as id')).rows[0]?.id;
}

/** Nothing of this process runs for so long. */
function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Asks until there is an answer. */
async function untilAnswered(pool: WatchedPool): Promise<void> {
  while ((await failure(pool.query('select 1'))) !== null) await sleep(20);
}

describe.each(['stalled', 'dead'] as const)('a network that swallows everything, afterwards %s', (how) => {
  it('loses the statements that are under way, refuses new ones at once, and is over by itself', async () => {
    const pool = aPool();
    const [held, other] = await Promise.all([pool.connect(), pool.connect()]);
    other.release();
    wire.cut(how);
    const [lost, inHand] = await Promise.all([failure(pool.query('select 1')), failure(held.query('select 1'))]);
    held.release(true);
    expect([lost, inHand].map((error) => [isConnectionLoss(error), isWithoutConnection(error)])).toEqual([
      [true, false],
      [true, false],
    ]);
    expect(await failure(pool.query('select 1'))).toBeInstanceOf(NoConnection);
    expect(await failure(pool.connect())).toBeInstanceOf(NoConnection);
    wire.mend();
    await untilAnswered(pool);
    expect(pool.totalCount).toBeLessThanOrEqual(MOST);
  });

  it('takes the connections with it that nobody used: whoever comes afterwards gets a new one', async () => {
    const pool = aPool();
    const clients = await Promise.all(Array.from({ length: MOST }, () => pool.connect()));
    for (const client of clients) client.release();
    expect(pool.idleCount).toBe(MOST);
    wire.cut(how);
    await failure(pool.query('select 1'));
    expect(pool.idleCount).toBe(0);
    wire.mend();
    await untilAnswered(pool);
  });
});

it('a network that is away only for a moment costs nothing: the answers come late', async () => {
  const pool = aPool();
  const before = await idOf(pool);
  wire.cut('stalled');
  const late = idOf(pool);
  await sleep(STATEMENT_MS / 4);
  wire.mend();
  expect(await late).toBe(before);
});

it('one connection that is cut while others are heard is no server that is away', async () => {
  const pool = aPool();
  await idOf(pool);
  const held = await pool.connect();
  // Takes in nothing more, as a connection does that a firewall has forgotten.
  (held as unknown as { connection: { stream: NodeJS.ReadStream } }).connection.stream.pause();
  const lost = failure(held.query('select 1'));
  const over = new AbortController();
  void lost.then(() => over.abort());
  const others: unknown[] = [];
  while (!over.signal.aborted) {
    others.push(await failure(pool.query('select 1')));
    await sleep(50);
  }
  held.release(true);
  expect(isConnectionLoss(await lost)).toBe(true);
  expect(others.filter((error) => error !== null)).toEqual([]);
  await idOf(pool);
});

it('a connection that the server ends is not given to whoever comes next, its end not having arrived yet', async () => {
  const pool = aPool();
  const held = await pool.connect();
  const { connection } = held as unknown as { connection: NodeJS.EventEmitter & { stream: NodeJS.ReadStream } };
  connection.once('errorMessage', () => connection.stream.pause());
  const lost = await failure(held.query('select pg_terminate_backend(pg_backend_pid())'));
  held.release();
  expect([isConnectionLoss(lost), await failure(pool.query('select 1'))]).toEqual([true, null]);
});

it('connections that nobody uses, and those inside a transaction that thinks, are left alone', async () => {
  const pool = aPool();
  const held = await pool.connect();
  const { rows } = await held.query<{ id: number }>('select pg_backend_pid() as id');
  const idle = await idOf(pool);
  await held.query('begin');
  await sleep(3 * STATEMENT_MS);
  expect(await idOf(pool)).toBe(idle);
  expect((await held.query<{ id: number }>('select pg_backend_pid() as id')).rows).toEqual(rows);
  held.release();
});

describe('a statement that says so', () => {
  const long = `select pg_sleep(${(STATEMENT_MS / 1000) * 2.5})`;
  let source: DataSource;
  beforeEach(async () => {
    const onConnect = (client: NodeJS.EventEmitter) => void client.on('error', () => undefined);
    const driver = { Pool: WatchedPool };
    const extra = { statementMs: STATEMENT_MS, onConnect };
    source = new DataSource({ type: 'postgres', url, poolSize: 2, connectTimeoutMS: 2000, driver, extra });
    await source.initialize();
  });
  afterEach(() => source.destroy());

  it('may take longer, and only until its connection is back', async () => {
    const slept = source.transaction(async (tx) => {
      await allowLonger(tx, STATEMENT_MS * 20);
      const shown: unknown = await tx.query('show statement_timeout');
      await tx.query(long);
      return shown;
    });
    expect(await slept).toEqual([{ statement_timeout: '16s' }]);
    expect(isConnectionLoss(await failure(source.query(long)))).toBe(true);
  });

  it('waits no longer than others for a server that is certainly away', async () => {
    const lost: unknown[] = [];
    const begun = source.transaction(async (tx) => {
      await allowLonger(tx, 600_000);
      const asleep = failure(tx.query('select pg_sleep(300)'));
      wire.cut('dead');
      lost.push(await failure(source.query('select 1')), await asleep);
    });
    await failure(begun);
    expect(lost.map(isConnectionLoss)).toEqual([true, true]);
  });
});

it('so many callers wait for a connection, and no more', async () => {
  const pool = aPool();
  const held = await Promise.all(Array.from({ length: MOST }, () => pool.connect()));
  const waiting = Array.from({ length: MOST * 10 }, () => pool.query('select 1'));
  expect(await failure(pool.query('select 1'))).toBeInstanceOf(NoConnection);
  for (const client of held) client.release();
  expect(await Promise.all(waiting)).toHaveLength(MOST * 10);
});

it('a pool that has never had a connection does not ask for one by itself', async () => {
  wire.cut('dead');
  const pool = aPool(500);
  const first = await failure(pool.connect());
  expect([isWithoutConnection(first), first instanceof NoConnection]).toEqual([true, false]);
  expect(await failure(pool.connect())).not.toBeInstanceOf(NoConnection);
});

it('a process that stood still takes its pause for nobody’s: new connections are made, and waiting callers served', async () => {
  const pool = aPool();
  const held = await Promise.all(Array.from({ length: MOST - 1 }, () => pool.connect()));
  // One in the making, and one that waits for it.
  const asked = [pool.query('select 1 as one'), pool.query('select 1 as one')].map(failure);
  standStill(3000);
  expect(await Promise.all(asked)).toEqual([null, null]);
  for (const client of held) client.release();
});

it('a connection that the server does not make in time, and a wait for one that nobody gives back, have an end', async () => {
  const pool = aPool(1000);
  const held = await pool.connect();
  wire.cut('stalled');
  expect(await failure(pool.connect())).toMatchObject({
    message: expect.stringContaining('due to connection timeout'),
  });
  wire.mend();
  await untilAnswered(pool);
  const others = await Promise.all([pool.connect(), pool.connect()]);
  expect(await failure(pool.connect())).toMatchObject({ message: 'timeout exceeded when trying to connect' });
  expect(pool.waitingCount).toBe(0);
  for (const client of [held, ...others]) client.release();
  expect(await failure(pool.query('select 1'))).toBeNull();
});

it('a late connection alone is no server that is away, where nobody had asked anything: who comes next waits for one', async () => {
  const pool = aPool(1500);
  const held = await pool.connect();
  wire.cut('stalled');
  expect(await failure(pool.connect())).toMatchObject({
    message: expect.stringContaining('due to connection timeout'),
  });
  const next = failure(pool.query('select 1'));
  expect(pool.figures.isAway).toBe(false);
  wire.mend();
  expect(await next).toBeNull();
  held.release();
});
