import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { TransferMoney } from '../../features/wallet/balances/transfer-money.js';
import { BooksStore } from '../../features/wallet/ledger/books.store.js';
import { registeredInvariants } from '../../features/wallet/ledger/invariants.js';
import { Ledger } from '../../features/wallet/ledger/ledger.js';
import { ListStatement } from '../../features/wallet/ledger/list-statement.js';
import { ReadSource } from '../../platform/database/read-source.store.js';
import { bootApp, type TestApp } from '../app.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import { aUserId, fund, USDT } from '../factories/ledger.js';
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.js';
import { OwnServers } from './own-servers.js';

/** Histories and the whole-book check go to a standby that follows a primary as in earnest; whatever becomes of it, nobody notices. */

const PATIENCE_MS = 60_000;
jest.setTimeout(300_000);

let servers: OwnServers;
let database: TestDatabase;
/** The standby's address stays the same, whichever server is behind it. */
let wire: TcpProxy;
let standby: DataSource;
let app: TestApp;
let user: string;
/** Of the user's statement. */
let lines = 0;

beforeAll(async () => {
  servers = await OwnServers.start();
  process.env.TEST_DATABASE_URL = servers.databaseUrl;
  process.env.TEST_REDIS_URL = servers.redisUrl;
  database = await createTestDatabase();
  const url = new URL(database.servingUrl);
  const address = new URL(await servers.follow());
  wire = await startTcpProxy(Number(address.port));
  url.hostname = '127.0.0.1';
  url.port = String(wire.port);
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', DATABASE_READ_URL: url.toString() }, database);
  user = await aUserId(app.owner);
  await fund(app.owner, user, '1000');
  ({ total: lines } = await statement());
  await until('fit');
  standby = await lookAt(address);
});
afterAll(async () => {
  await app?.close();
  if (standby?.isInitialized) await standby.destroy();
  await wire?.close();
  await servers?.stop();
});

/** A look of the test's own at a server, as its superuser. */
async function lookAt(address: URL): Promise<DataSource> {
  const url = new URL(address);
  url.pathname = new URL(database.url).pathname;
  return createDataSource(url.toString(), 1, false).initialize();
}

const statement = () => app.application.get(ListStatement).execute({ userId: user, page: 1, limit: 100 });
async function transfer(): Promise<void> {
  const order = {
    userId: user,
    from: 'spot',
    to: 'contract',
    currencyId: USDT,
    amount: '1',
    key: randomUUID(),
  } as const;
  await app.application.get(TransferMoney).execute(order);
  lines += 2;
}

/** Which server answers. */
async function answers(): Promise<'standby' | 'primary'> {
  const [row] = await app.application
    .get(ReadSource)
    .query<{ isStandby: boolean }[]>('select pg_is_in_recovery() as "isStandby"');
  return row?.isStandby ? 'standby' : 'primary';
}

async function figure(name: string): Promise<number> {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ')[1] ?? 0);
}
const read = (server: 'standby' | 'primary') => figure(`gateway_database_reads_total{server="${server}"}`);

/** Whether the standby has just been asked for something of the table by whoever serves. */
async function isSeen(table: string): Promise<boolean> {
  const seen: { query: string }[] = await standby.query(
    `select query from pg_stat_activity where datname = current_database() and usename = 'gateway_test'`,
  );
  return seen.some(({ query }) => query.includes(table));
}

async function until(state: string): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; (await figure(`gateway_standby_state{state="${state}"}`)) !== 1; ) {
    if (performance.now() > end) throw new Error(`The standby did not become ${state}.`);
    await sleep(50);
  }
}

it('a history comes from the standby, where it is seen, and has what was committed before it was asked for', async () => {
  const before = await read('standby');
  for (let count = 0; count < 25; count += 1) {
    await transfer();
    expect((await statement()).total).toBe(lines);
  }
  expect(await answers()).toBe('standby');
  expect(await read('standby')).toBeGreaterThan(before);
  // A connection shows the last statement that it had: which one that is depends on who asked last.
  for (const end = performance.now() + PATIENCE_MS; !(await isSeen('ledger_posting')); ) {
    if (performance.now() > end) throw new Error('No statement about postings was seen on the standby.');
    await statement();
  }
});

it('nothing can be written there, nor by whoever reads', async () => {
  const reads = app.application.get(ReadSource);
  await expect(reads.snapshot((tx) => tx.query('update books_progress set passed_at = passed_at'))).rejects.toThrow(
    /read-only transaction/,
  );
});

it('a standby whose replay stands still is not asked, and is again once it goes on', async () => {
  await until('fit');
  await standby.query('select pg_wal_replay_pause()');
  try {
    await transfer();
    expect((await statement()).total).toBe(lines);
    await until('behind');
    expect([await answers(), (await app.application.get(Ledger).balancesOf(user)).length]).toEqual(['primary', 2]);
    const ready = (await (await fetch(`${app.url}/readyz`)).json()) as { parts: Record<string, unknown> };
    expect(ready).toMatchObject({ parts: { standby: { state: 'degraded', detail: { standby: 'behind' } } } });
    for (const end = performance.now() + PATIENCE_MS; (await figure('gateway_standby_age_seconds')) < 1; ) {
      if (performance.now() > end) throw new Error('It does not grow old.');
      await sleep(50);
    }
  } finally {
    await standby.query('select pg_wal_replay_resume()');
  }
  await until('fit');
  expect([await answers(), await figure('gateway_standby_age_seconds')]).toEqual(['standby', 0]);
});

it('a standby is not old because nothing happens', async () => {
  await until('fit');
  await sleep(3000);
  expect([await answers(), await figure('gateway_standby_age_seconds')]).toEqual(['standby', 0]);
});

it('the whole book is looked at there, and what is wrong with it is found', async () => {
  const check = async () => {
    const checked = await app.application.get(BooksStore).check(registeredInvariants());
    return checked.filter(({ rows }) => rows.length > 0).map(({ name }) => name);
  };
  const change = (by: number) =>
    app.owner.transaction(async (tx) => {
      await tx.query(`set local session_replication_role = 'replica'`);
      await tx.query(
        `update ledger_account set balance = balance + $2 where owner_key = $1 and kind = 'spot' and not demo`,
        [user, by],
      );
    });
  const sound = await check();
  const [there, here] = [await read('standby'), await read('primary')];
  await change(1);
  const broken = await check();
  expect(broken.filter((name) => !sound.includes(name)).length).toBeGreaterThan(0);
  expect(await read('standby')).toBeGreaterThan(there);
  expect(await read('primary')).toBe(here);
  await change(-1);
  expect(await check()).toEqual(sound);
});

it('a migration is seen by the next read, or the primary is asked', async () => {
  await app.owner.query('create table seen_at_once (id integer); grant select on seen_at_once to public');
  const found = await app.application
    .get(ReadSource)
    .query<{ count: number }[]>('select count(*)::integer as count from seen_at_once');
  expect(found).toEqual([{ count: 0 }]);
});

it('a standby that dies fails no call', async () => {
  await until('fit');
  const over = new AbortController();
  let done = 0;
  const lane = async () => {
    while (!over.signal.aborted) {
      await statement();
      done += 1;
    }
  };
  const lanes = Array.from({ length: 4 }, lane);
  const commands = (async () => {
    while (!over.signal.aborted) await transfer();
  })();
  await untilDone(() => done > 20);
  await standby.destroy();
  await servers.killStandby();
  await until('away');
  const after = done;
  await untilDone(() => done > after + 20);
  over.abort();
  await Promise.all([...lanes, commands]);
  expect([(await statement()).total, await answers()]).toEqual([lines, 'primary']);
});

it('one that is there again is asked, and one that was promoted is not', async () => {
  const address = new URL(await servers.follow());
  wire.aim(Number(address.port));
  await until('fit');
  expect(await answers()).toBe('standby');
  standby = await lookAt(address);
  await standby.query('select pg_promote(true, 60)');
  const asked = await Promise.all(Array.from({ length: 10 }, () => answers()));
  expect(asked).toEqual(Array.from({ length: 10 }, () => 'primary'));
  await until('promoted');
  await transfer();
  expect((await statement()).total).toBe(lines);
});

async function untilDone(holds: () => boolean): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; !holds(); await sleep(20)) {
    if (performance.now() > end) throw new Error('It was not done.');
  }
}
