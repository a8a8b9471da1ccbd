import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { ReadSource } from './read-source.store.js';
import { createDataSource } from '../../database/data-source.js';
import { CandlePartitionsStore } from '../../features/markets/candles/candle-partitions.store.js';
import { OutboxStore } from '../outbox/outbox.store.js';
import { TapePartitionsStore } from '../../features/markets/tape/tape-partitions.store.js';
import { BooksStore } from '../../features/wallet/ledger/books.store.js';
import { registeredInvariants } from '../../features/wallet/ledger/invariants.js';
import '../../app.module.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import { readConfiguration } from '../config/config.js';
import { ServingUser } from './serving-user.store.js';
import { admitServingUser, problemOfServingUser } from './serving-user.js';

const DAY_MS = 86_400_000;
/** Of a user who serves as every role. */
const EVERY = ['gateway_app', 'gateway_worker', 'gateway_feed'] as const;

let database: TestDatabase;
let owner: DataSource;
let serving: DataSource;
/** Users that a test has made, which belong to the whole server. */
const made: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase('own');
  owner = await createDataSource(database.ownerUrl).initialize();
  serving = await createDataSource(database.servingUrl).initialize();
});
afterAll(async () => {
  await serving.destroy();
  for (const name of made) await owner.query(`drop role if exists "${name.replaceAll('"', '""')}"`);
  await owner.destroy();
  await database.drop();
});

function aUserName(): string {
  const name = `serving "${randomBytes(4).toString('hex')}'s"`;
  made.push(name);
  return name;
}

function addressFor(user: string, password: string): string {
  const address = new URL(database.url);
  address.username = encodeURIComponent(user);
  address.password = encodeURIComponent(password);
  return address.toString();
}

async function loginOf(address: string): Promise<string> {
  const source = await new DataSource({ type: 'postgres', url: address }).initialize();
  const [{ name }]: [{ name: string }] = await source.query('select current_user::text as name');
  await source.destroy();
  return name;
}

describe('who serves', () => {
  it('is told apart from the owner of the books', async () => {
    expect(await problemOfServingUser(serving)).toBeNull();
    expect(await problemOfServingUser(owner)).toMatch(/owns the books.*DATABASE_OWNER_URL.*gateway_app/);
    const superuser = await createDataSource(database.url, 1).initialize();
    expect(await problemOfServingUser(superuser)).toMatch(/may do everything.*DATABASE_OWNER_URL.*gateway_app/);
    await superuser.destroy();
  });

  it('is not the owner in production: nothing starts then', async () => {
    const start = (source: DataSource, NODE_ENV: 'development' | 'production') => {
      const values = readConfiguration({
        NODE_ENV,
        DATABASE_URL: database.ownerUrl,
        REDIS_URL: 'redis://127.0.0.1:1',
        PUBLIC_URL: 'https://trade.example',
        PASSWORD_PEPPER: 'p'.repeat(32),
        SECRET_KEY: 's'.repeat(32),
      });
      return new ServingUser(source, { values }).onModuleInit();
    };
    await expect(start(owner, 'production')).rejects.toThrow(/DATABASE_OWNER_URL/);
    await expect(start(owner, 'development')).resolves.toBeUndefined();
    await expect(start(serving, 'production')).resolves.toBeUndefined();
  });

  it('gets its password by each migration, whatever signs its name and password have', async () => {
    const name = aUserName();
    for (const password of ['a "quoted" \'one\'', 'and % another']) {
      await admitServingUser(owner, addressFor(name, password), EVERY);
      expect(await loginOf(addressFor(name, password))).toBe(name);
    }
    await expect(loginOf(addressFor(name, 'a wrong one'))).rejects.toThrow(/password/);
    const source = await createDataSource(addressFor(name, 'and % another')).initialize();
    expect(await problemOfServingUser(source)).toBeNull();
    await expect(source.query('select count(*) from ledger_posting')).resolves.toHaveLength(1);
    await source.destroy();
  });

  it('is admitted by two migrations at once', async () => {
    const address = addressFor(aUserName(), 'at once');
    await Promise.all(Array.from({ length: 4 }, () => admitServingUser(owner, address, EVERY)));
    await expect(loginOf(address)).resolves.toBeTruthy();
  });

  it('is asked of the administrator where the owner may not make users, unless it is there', async () => {
    const plain = aUserName();
    await admitServingUser(owner, addressFor(plain, 'plain'), EVERY);
    const source = await createDataSource(addressFor(plain, 'plain')).initialize();
    await expect(admitServingUser(source, addressFor(aUserName(), 'new'), EVERY)).rejects.toThrow(
      /create role .* in role gateway_app/,
    );
    await expect(admitServingUser(source, database.servingUrl, EVERY)).resolves.toBeUndefined();
    await source.destroy();
  });
});

describe('the rights of who serves', () => {
  it.each([
    ['makes no table', 'create table anything (n integer)'],
    ['changes no table', 'alter table ledger_posting disable trigger all'],
    ['drops no table', 'drop table price_sample'],
    [
      'replaces no function',
      'create or replace function database_now(p_claimed timestamptz) returns timestamptz language sql as $$ select p_claimed $$',
    ],
    ['changes no posting', 'update ledger_posting set amount = 0'],
    ['makes no posting', 'insert into ledger_posting select * from ledger_posting'],
    ['opens no account', 'update ledger_account set balance = 1'],
    ['takes no sample from the tape', 'delete from price_sample'],
    ['empties no history', 'truncate audit_entry'],
    ['makes no user', 'create role somebody'],
    ['reads no password', 'select rolpassword from pg_authid'],
    ['says of no function that it is installed', `update stored_function set sha256 = ''`],
  ])('%s', async (_, sql) => {
    await expect(serving.query(sql)).rejects.toThrow(/permission denied|must be owner|must be superuser/);
  });

  it('are enough for the partitions of the tape and of the candles, and reach no sample beside the tape', async () => {
    const day = Date.UTC(2026, 1, 3);
    await new TapePartitionsStore(serving).ensure([day]);
    await new CandlePartitionsStore(serving).ensure([day]);
    const rows = await owner.query(
      `select relname as name from pg_class where relname in ('price_sample_2026_02_03', 'candle_1min_2026_02') order by 1`,
    );
    expect(rows).toEqual([{ name: 'candle_1min_2026_02' }, { name: 'price_sample_2026_02_03' }]);
    for (const sql of ['select from', 'delete from', 'truncate'])
      await expect(serving.query(`${sql} price_sample_2026_02_03`)).rejects.toThrow('permission denied');
    await expect(serving.query('select from price_sample')).resolves.toEqual([]);
  });

  it('are enough for the days of the outbox, reach no event beside it, and drop none before its time', async () => {
    const store = new OutboxStore(serving);
    const [{ now }]: [{ now: string }] = await owner.query(
      `select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`,
    );
    const name = (days: number) => new Date(Number(now) + days * DAY_MS).toISOString().slice(0, 10);
    const part = (days: number) => name(days).replaceAll('-', '_');
    for (const days of [-9, -3, 0]) expect(await store.makeDay(name(days))).toBe(true);
    for (const sql of ['select from', 'delete from', 'truncate'])
      for (const table of [`outbox_${part(0)}`, 'outbox_before', 'outbox_other'])
        await expect(serving.query(`${sql} ${table}`)).rejects.toThrow('permission denied');
    await expect(serving.query(`update retention_rule set days = 1`)).rejects.toThrow('permission denied');
    await expect(store.dropDays(new Date(Number(now) + 9 * DAY_MS), 10)).rejects.toThrow(
      /clock of the process is ahead/,
    );
    expect(await store.dropDays(new Date(Number(now)), 10)).toEqual({ days: [part(-9)], rows: 0 });
    expect(await store.dropDays(new Date(Number(now)), 10)).toEqual({ days: [], rows: 0 });
  });

  it('take no day from the tape that is younger than two days, whatever instant and number are given', async () => {
    const [{ now }]: [{ now: string }] = await owner.query(
      `select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`,
    );
    const today = Number(now) - (Number(now) % DAY_MS);
    await new TapePartitionsStore(serving).ensure([today - DAY_MS, today - 4 * DAY_MS]);
    const drop = (day: number, retentionDays: number, at: number) =>
      serving.query(`select tape_partition_drop(p_day => $1::date, p_retention_days => $2, p_at => $3) as gone`, [
        new Date(day).toISOString().slice(0, 10),
        retentionDays,
        new Date(at),
      ]);
    expect(await drop(today - DAY_MS, 2, Number(now))).toEqual([{ gone: false }]);
    await expect(drop(today - DAY_MS, 2, Number(now) + 9 * DAY_MS)).rejects.toThrow(/clock of the process is ahead/);
    await expect(drop(today - DAY_MS, 1, Number(now))).rejects.toThrow(/two days at least/);
    expect(await drop(today - 4 * DAY_MS, 2, Number(now))).toEqual([{ gone: true }]);
  });
});

describe('a role of its own', () => {
  const asks = async (address: string, sql: string): Promise<unknown> => {
    const source = await createDataSource(address, 1).initialize();
    return source.query(sql).finally(() => source.destroy());
  };

  it.each([
    'select from account_user',
    'select from ledger_posting',
    'select from operator',
    `select ledger_post('x', 'x', now(), true, '{}', '{}', '{}', '{}', '{}')`,
    'insert into price_sample default values',
    'update tape_head set sequence = 1',
    'delete from tape_root',
    'delete from market',
  ])('of a feed may not: %s', async (sql) => {
    await expect(asks(database.feedUrl, sql)).rejects.toThrow('permission denied');
  });

  const PRICES = [
    `select tape_append(1, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')`,
    'insert into price_sample default values',
    'update tape_head set sequence = 1',
    'update feed_lease set token = token + 1',
    'update market_feed set token = 1',
  ];
  it.each(PRICES)('of a gateway or worker may not: %s', async (sql) => {
    await expect(asks(database.gatewayUrl, sql)).rejects.toThrow('permission denied');
    await expect(asks(database.workerUrl, sql)).rejects.toThrow('permission denied');
  });

  it.each([
    'funding_settle',
    'futures_fill',
    'liquidation_execute',
    'option_settle',
    'outbox_day_make',
    'outbox_days_drop',
    'spot_execute',
    'subscription_deliver',
    'subscription_lapse',
    'subscription_pass',
    'subscription_release',
    'subscription_return',
    'tape_partition_drop',
    'trigger_execute',
    'trust_accrue',
    'trust_complete',
  ])('of a worker may call %s, and that of a gateway or a feed may not', async (name) => {
    const users = ['gateway_test_worker', 'gateway_test_app', 'gateway_test_feed'];
    const rows = await owner.query(
      `select array_agg(has_function_privilege(u.name, f.oid, 'execute') order by u.place) as may
         from pg_proc f, unnest($2::text[]) with ordinality u (name, place) where f.proname = $1`,
      [name, users],
    );
    expect(rows).toEqual([{ may: [true, false, false] }]);
  });
});

it('a verifier reads the whole book, and changes and calls nothing', async () => {
  const reader = await new DataSource({
    type: 'postgres',
    url: database.url,
    extra: { options: '-c role=gateway_verifier' },
  }).initialize();
  const checked = await new BooksStore(new ReadSource(reader)).check(registeredInvariants());
  expect(checked.length).toBeGreaterThan(50);
  expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
  await expect(reader.query('update account_user set created_at = now()')).rejects.toThrow('permission denied');
  await expect(reader.query(`select tape_partition_make('2026-03-01')`)).rejects.toThrow('permission denied');
  await reader.destroy();
});
