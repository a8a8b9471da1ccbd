import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { createDataSource, dataSourceOptions } from '../../database/data-source.js';
import { ReadSource } from '../../platform/database/read-source.store.js';
import { runPrepared } from '../../platform/database/prepared-statement.js';
import { problemOfLimits } from '../../platform/database/serving-limits.js';
import { createTestDatabase, type TestDatabase, withClient } from '../database.js';
import { inLanes, seeded, send, sleep } from '../faults/calls.js';
import { people } from '../faults/people.js';
import { onProcesses, Product, sizeOf } from '../faults/product.js';
import { TradingLoad } from '../faults/trading-load.js';
import { onPooler, Pooler } from './pooler.js';

const LIMIT_MS = 600_000;
const USERS = ['gateway_test', 'gateway_test_app', 'gateway_test_worker', 'gateway_test_feed'];
/** Fewer than callers, so that each transaction gets whichever is free. */
const CONNECTIONS = 3;
const COMMANDS = sizeOf('FAULTS_COMMANDS', 60);
const SEED = sizeOf('FAULTS_SEED', 7);

jest.setTimeout(LIMIT_MS);

onPooler('a database behind the shipped pooler', () => {
  let database: TestDatabase;
  let pooler: Pooler;
  /** A user without limits, as of a server whose administrator made it by hand. */
  const unlimited = `unlimited_${randomBytes(4).toString('hex')}`;

  beforeAll(async () => {
    database = await createTestDatabase();
    await withClient(database.url, async (client) => {
      const { password } = new URL(database.url);
      await client.query(`create role ${unlimited} login password '${password || 'of-the-tests'}' in role gateway_app`);
    });
    pooler = await Pooler.start(database.url, [...USERS, unlimited], CONNECTIONS);
  });
  afterAll(async () => {
    await pooler?.stop();
    await database?.drop();
    if (database)
      await withClient(serverOf(database.url), async (client) => void (await client.query(`drop role ${unlimited}`)));
  });

  it('refuses who asks for limits as it connects: they would hold for nobody', async () => {
    const source = createDataSource(pooler.through(database.servingUrl), 1);
    await expect(source.initialize()).rejects.toThrow('unsupported startup parameter: options');
  });

  it.each(USERS)('has the limits of %s on every connection', async (user) => {
    const url = new URL(database.url);
    url.username = user;
    const source = await createDataSource(pooler.through(url.toString()), 8, 'of the role').initialize();
    const limits = await Promise.all(
      Array.from({ length: 24 }, () =>
        source.query(
          `select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') || ' '
             || current_setting('idle_in_transaction_session_timeout') || ' ' || current_setting('TimeZone') as limits
             from pg_sleep(0.02)`,
        ),
      ),
    );
    expect(new Set(limits.map(([row]) => row.limits))).toEqual(new Set(['5s 2s 10s UTC']));
    expect(await problemOfLimits(source)).toBeNull();
    await source.destroy();
  });

  it('is not served by a user who has none', async () => {
    const url = new URL(database.url);
    url.username = unlimited;
    const source = await createDataSource(pooler.through(url.toString()), 1, 'of the role').initialize();
    const problem = await problemOfLimits(source);
    await source.destroy();
    expect(problem).toContain(`${unlimited} has no limits of its own`);
    for (const limit of [
      "statement_timeout = '5000'",
      "lock_timeout = '2000'",
      "idle_in_transaction_session_timeout = '10000'",
    ]) {
      expect(problem).toContain(limit);
    }
  });

  it('runs statements of the hot path on whichever connection, within transactions and without', async () => {
    const source = await createDataSource(pooler.through(database.servingUrl), 10, 'of the role').initialize();
    const statement = { name: 'behind-a-pooler', text: 'select $1::integer + 1 as next from pg_sleep(0.002)' };
    const outside = (number: number) => runPrepared<{ next: number }>(source.manager, statement, [number]);
    const within = (number: number) =>
      source.transaction((tx) =>
        runPrepared<{ next: number }>(tx, { ...statement, text: `${statement.text} /* ${number % 3} */` }, [number]),
      );
    const rows = await Promise.all(
      Array.from({ length: 80 }, (_, number) => (number % 2 ? outside(number) : within(number))),
    );
    expect(rows.map(([row]) => row?.next)).toEqual(Array.from({ length: 80 }, (_, number) => number + 1));
    await source.destroy();
  });

  it('has connections for commands while reads take all that they have, where it knows the database by their name too', async () => {
    const url = pooler.through(database.servingUrl);
    const reads = { connectionString: `${url}_reads`, max: 2 * CONNECTIONS };
    const source = await new DataSource(dataSourceOptions(url, 2, 'of the role', { reads })).initialize();
    const over = new AbortController();
    const asleep = Array.from({ length: 2 * CONNECTIONS }, async () => {
      while (!over.signal.aborted) await new ReadSource(source).query('select pg_sleep(0.05)');
    });
    const busy = async () =>
      (
        await source.query<{ count: number }[]>(
          `select count(*)::integer as count from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%'`,
        )
      )[0]?.count;
    while ((await busy()) !== CONNECTIONS) await sleep(20);
    await source.transaction((tx) => tx.query('select pg_current_xact_id()'));
    expect(await busy()).toBe(CONNECTIONS);
    over.abort();
    await Promise.all(asleep);
    await source.destroy();
  });
});

onPooler('the product behind the shipped pooler', () => {
  onProcesses('in processes', () => {
    it('serves and settles, loses nothing when the pooler dies, and answers no call with a fault of its own', async () => {
      const product = await Product.empty();
      const pooler = await Pooler.start(product.database.url, USERS, CONNECTIONS);
      try {
        product.way = (url) => pooler.through(url);
        product.environment = { DATABASE_POOLING: 'transaction-by-work' };
        await product.untilAlive((await product.launch('worker', 'none')).url);
        await product.untilAlive((await product.launch('feed', 'simulated')).url);
        for (let count = 0; count < 2; count += 1) {
          product.gateways.push(await product.launch('gateway', 'none'));
          await product.untilAlive(product.gateways.at(-1)?.url ?? '');
        }
        await Promise.all(product.gateways.map(({ url }) => product.untilPriced(url)));
        const urls = product.gateways.map(({ url }) => url);
        const persons = await people(product.sql, 8, {
          spot: '100000',
          option: '100000',
          contract: '100000',
          trust: '100000',
        });
        for (const { token } of persons)
          await send(urls[0] ?? '', 'api/demo/enter', { token, verb: 'POST', fields: {} });
        const calls = [
          'api/user/info',
          'api/wallet/hzhistory',
          'api/coin/list',
          'api/lever/my_all',
          'api/microtrade/lists',
        ];
        const statuses = new Map<number, number>();
        await inLanes(300, 60, async (place) => {
          const token = persons[place % persons.length]?.token ?? '';
          const answer = await send(urls[place % 2] ?? '', calls[place % calls.length] ?? '', { token });
          statuses.set(answer?.status ?? 0, (statuses.get(answer?.status ?? 0) ?? 0) + 1);
        });
        expect([...statuses.keys()]).toEqual([200]);
        let turn = 0;
        const load = new TradingLoad(product.sql, () => urls[turn++ % 2] ?? '', seeded(SEED));
        const running = load.run(persons);
        const done = (count: number) =>
          until(`${count} commands`, () => load.count(({ outcome }) => outcome === 'done') >= count);
        await done(COMMANDS / 2);
        await pooler.kill();
        await pooler.begin();
        await done(COMMANDS);
        load.end();
        await running;
        expect(await load.wrong()).toEqual([]);
        expect(load.log.filter(({ code }) => code === 'request.failed')).toEqual([]);
        expect(product.exits).toEqual([]);
        expect(await product.verify()).toBeNull();
        expect(await product.deadlocks()).toEqual([]);
      } finally {
        await product.stop();
        await pooler.stop();
      }
    });
  });
});

async function until(what: string, holds: () => boolean): Promise<void> {
  for (const end = performance.now() + LIMIT_MS / 3; !holds(); await sleep(50)) {
    if (performance.now() > end) throw new Error(`Did not come true: ${what}`);
  }
}

/** Another database of the same server. */
function serverOf(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.pathname = '/postgres';
  return url.toString();
}
