import { randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import { aUser } from '../../test/factories/outbox.js';
import { FakeClock } from '../../test/fakes/fake-clock.js';
import { until } from '../../test/gateway.js';
import { readConfiguration } from '../config/config.js';
import { AfterCommit } from '../database/after-commit.js';
import type { Transaction } from '../database/transaction.js';
import { Transactions } from '../database/transactions.store.js';
import { RedisConnections } from '../redis/redis.module.js';
import { Metrics } from '../metrics/metrics.js';
import { OutboxHints } from './outbox-hints.js';
import { Outbox } from './outbox.js';
import { OutboxStore } from './outbox.store.js';
import { PruneOutbox } from './prune-outbox.js';

const REDIS_URL = process.env.TEST_REDIS_URL ?? process.env.REDIS_URL ?? '';
const NOTICE = { entity: 'notice:1', entityVersion: 1, noticeId: '1', notice: 'test', parameters: {} };
const DAY_MS = 86_400_000;

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let transactions: Transactions;
const closers: (() => void)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
  serving = await createDataSource(database.servingUrl).initialize();
  transactions = new Transactions(serving);
});

afterEach(() => {
  serving.subscribers.length = 0;
  for (const close of closers.splice(0).reverse()) close();
});

afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

/** An outbox with what its hints say, each as it came. */
async function anOutbox(redisUrl = REDIS_URL) {
  const REDIS_PREFIX = `test-${randomBytes(6).toString('hex')}:`;
  const values = readConfiguration({
    NODE_ENV: 'test',
    DATABASE_URL: database.servingUrl,
    REDIS_URL: redisUrl,
    REDIS_PREFIX,
  });
  const redis = new RedisConnections({ values });
  const commits = new AfterCommit(serving);
  commits.onModuleInit();
  const hints = new OutboxHints(redis, commits);
  closers.push(() => {
    hints.onApplicationShutdown();
    redis.onApplicationShutdown();
  });
  const hinted: string[][] = [];
  hints.onHint((userIds) => hinted.push(userIds));
  const clock = new FakeClock();
  const store = new OutboxStore(serving);
  const outbox = new Outbox(store, hints, clock);
  const isReady = () => redis.commands.status === 'ready' && redis.subscriber.status === 'ready';
  if (redisUrl === REDIS_URL) await until('Redis is there', isReady);
  // A hint of our own says that the subscription stands; without it an expected silence would prove nothing.
  const heard = async () => {
    const mark = `mark-${randomBytes(4).toString('hex')}`;
    await until('the hints before are heard', () => {
      outbox.announce(serving.manager, [mark]);
      return hinted.some((userIds) => userIds.includes(mark));
    });
    return [...new Set(hinted.flat())].filter((userId) => !userId.startsWith('mark-'));
  };
  await heard();
  return { outbox, hinted, heard, clock, store };
}

const sequences = async (userId: string) => {
  const rows: { sequence: string; at: Date }[] = await source.query(
    'select sequence, at from outbox where user_id = $1',
    [userId],
  );
  return rows.map(({ sequence }) => Number(sequence));
};

test('an event is written and announced with the commit of its transaction', async () => {
  const { outbox, heard, clock } = await anOutbox();
  const user = await aUser(source);
  await transactions.run(async (tx) => {
    expect(await outbox.append(tx, user, 'notice', NOTICE)).toBe(1);
    expect(await outbox.append(tx, user, 'notice', NOTICE)).toBe(2);
    // A savepoint that is released is no commit.
    await tx.transaction((inner) => outbox.append(inner, user, 'notice', NOTICE));
    expect(await outbox.sequenceOf(tx, user)).toBe(3);
    expect(await heard()).toEqual([]);
  });
  expect(await heard()).toEqual([user]);
  expect(await sequences(user)).toEqual([1, 2, 3]);
  const rows: { at: Date; payload: unknown }[] = await source.query(
    'select at, payload from outbox where user_id = $1',
    [user],
  );
  expect(rows[0]).toEqual({ at: new Date(clock.now()), payload: NOTICE });
});

test('a transaction that is taken back leaves nothing and tells nobody', async () => {
  const { outbox, heard } = await anOutbox();
  const user = await aUser(source);
  const failing = async (tx: Transaction) => {
    await outbox.append(tx, user, 'notice', NOTICE);
    throw new Error('taken back');
  };
  await expect(transactions.run(failing)).rejects.toThrow('taken back');
  expect(await heard()).toEqual([]);
  expect(await sequences(user)).toEqual([]);
  expect(await outbox.sequenceOf(serving.manager, user)).toBe(0);
});

test('events of several users are announced together', async () => {
  const { outbox, hinted, heard } = await anOutbox();
  const users = [await aUser(source), await aUser(source), await aUser(source)];
  await transactions.run((tx) =>
    outbox.appendAll(
      tx,
      users.flatMap((userId) => [
        { userId, kind: 'notice' as const, payload: NOTICE },
        { userId, kind: 'limits' as const, payload: { entity: 'limits', entityVersion: 1, name: 'x', left: 1 } },
      ]),
    ),
  );
  expect((await heard()).toSorted()).toEqual(users.toSorted());
  expect(hinted.filter((userIds) => userIds.includes(users[0] as string))).toHaveLength(1);
  for (const user of users) expect(await sequences(user)).toEqual([1, 2]);
});

test('a stored function that appends by itself is announced at once', async () => {
  const { outbox, heard } = await anOutbox();
  const user = await aUser(source);
  await transactions.runStatement(async (tx) => {
    await tx.query(`select outbox_append($1, 'notice', '{}', now())`, [user]);
    outbox.announce(tx, [user]);
  });
  expect(await heard()).toEqual([user]);
});

test('without Redis nothing fails, and the gateway of this process is told', async () => {
  const { outbox, heard } = await anOutbox('redis://127.0.0.1:1');
  const user = await aUser(source);
  await transactions.run((tx) => outbox.append(tx, user, 'notice', NOTICE));
  expect(await heard()).toEqual([user]);
});

test('pruning keeps three days of everybody, makes those that come, and says when it cannot', async () => {
  const { clock, store } = await anOutbox();
  const [long, short] = [await aUser(source), await aUser(source)];
  const append = (userId: string, count: number) =>
    source.query(`select outbox_append($1, 'notice', '{}', $2) from generate_series(1, $3::integer)`, [
      userId,
      new Date(clock.now()),
      count,
    ]);
  const metrics = new Metrics();
  const prune = new PruneOutbox(store, metrics, clock);
  clock.advance(DAY_MS - (clock.now() % DAY_MS));
  await prune.execute();
  await append(long, 3000);
  await append(short, 20);
  clock.advance(DAY_MS);
  await append(long, 10);
  clock.advance(3 * DAY_MS - 1);
  await prune.execute();
  expect(await sequences(long)).toHaveLength(3010);
  clock.advance(1);
  await prune.execute();
  expect((await sequences(long))[0]).toBe(3001);
  expect(await sequences(short)).toEqual([]);
  const [{ beside }]: [{ beside: string }] = await source.query('select count(*) as beside from outbox_other');
  await append(short, 1);
  expect(await sequences(short)).toEqual([21]);
  expect(await source.query('select count(*) as beside from outbox_other')).toEqual([{ beside }]);
  const failed = async () => (await metrics.outboxPruneFailed.get()).values[0]?.value;
  expect([prune.hasFailed, await failed()]).toEqual([false, 0]);
  // Somebody reads all of it for longer than anybody waits.
  const reading = source.createQueryRunner();
  await reading.startTransaction();
  await reading.query('select from outbox limit 1');
  clock.advance(2 * DAY_MS);
  await expect(prune.execute()).rejects.toThrow('lock timeout');
  expect([prune.hasFailed, await failed()]).toEqual([true, 1]);
  await reading.commitTransaction();
  await reading.release();
  await prune.execute();
  expect([prune.hasFailed, await failed()]).toEqual([false, 0]);
});

it('makes the days that come and drops those that are over, although one day cannot be made', async () => {
  const { clock, store } = await anOutbox();
  const user = await aUser(source);
  const prune = new PruneOutbox(store, new Metrics(), clock);
  const days = async () => {
    const rows: { day: string }[] = await source.query(
      `select right(relname, 10) as day from pg_class where relname ~ '^outbox_2026_03_\\d\\d$' order by 1`,
    );
    return rows.map(({ day }) => day);
  };
  clock.set(Date.UTC(2026, 2, 1, 12));
  await prune.execute();
  expect(await days()).toEqual(['2026_03_01', '2026_03_02', '2026_03_03']);
  // Nobody made days for a week, and more was kept beside them than one statement moves in its time.
  clock.set(Date.UTC(2026, 2, 10, 12));
  await source.query(`select outbox_append($1, 'notice', '{}', $2)`, [user, new Date(clock.now())]);
  await source.query(`create function too_much() returns trigger language plpgsql as $$
    begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$`);
  await source.query(`create trigger too_much before delete on outbox_other for each row
    when (old.day = '2026-03-10') execute function too_much()`);
  await expect(prune.execute()).rejects.toThrow('statement timeout');
  expect(await days()).toEqual(['2026_03_11', '2026_03_12']);
  expect(prune.hasFailed).toBe(true);
  await source.query('drop trigger too_much on outbox_other');
  await source.query('drop function too_much');
  await prune.execute();
  expect(await days()).toEqual(['2026_03_10', '2026_03_11', '2026_03_12']);
  expect(await sequences(user)).toEqual([1]);
  expect(prune.hasFailed).toBe(false);
});

describe('a day with more events beside the days than can be moved', () => {
  async function aFullDay(day: string) {
    const { clock, store } = await anOutbox();
    const user = await aUser(source);
    await source.query(
      `insert into outbox (user_id, sequence, kind, payload, at, day)
       select $1, n, 'notice', '{}', $2::date, $2::date from generate_series(1, 20001) n`,
      [user, day],
    );
    const metrics = new Metrics();
    const failed = async () => (await metrics.outboxPruneFailed.get()).values[0]?.value;
    return { clock, user, prune: new PruneOutbox(store, metrics, clock), failed };
  }

  it('is no failure where it is today: its events stay, are dropped in turn, and the log says it once', async () => {
    const { clock, user, prune, failed } = await aFullDay('2026-05-10');
    const said = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    try {
      clock.set(Date.UTC(2026, 4, 10, 12));
      await prune.execute();
      await prune.execute();
      expect([prune.hasFailed, await failed()]).toEqual([false, 0]);
      expect(said.mock.calls.filter(([text]) => String(text).includes('2026-05-10'))).toHaveLength(1);
      expect(await sequences(user)).toHaveLength(20_001);
      clock.set(Date.UTC(2026, 4, 14) - 1);
      await prune.execute();
      expect(await sequences(user)).toHaveLength(20_001);
      clock.set(Date.UTC(2026, 4, 14));
      await prune.execute();
      expect(await sequences(user)).toEqual([]);
    } finally {
      said.mockRestore();
    }
  });

  it('is a failure where it is to come', async () => {
    const { clock, user, prune, failed } = await aFullDay('2026-06-11');
    clock.set(Date.UTC(2026, 5, 10, 12));
    await expect(prune.execute()).rejects.toThrow('2026-06-11');
    expect([prune.hasFailed, await failed()]).toEqual([true, 1]);
    await source.query('delete from outbox where user_id = $1', [user]);
    await prune.execute();
    expect([prune.hasFailed, await failed()]).toEqual([false, 0]);
  });
});
