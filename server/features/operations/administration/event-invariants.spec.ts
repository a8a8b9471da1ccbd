import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { OutboxStore } from '../../../platform/outbox/outbox.store.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { violationsOf } from '../../../test/factories/books.js';
import { aUser, appendNotices } from '../../../test/factories/outbox.js';
import './event-invariants.js';

const DAY_MS = 86_400_000;
const NOON = Date.UTC(2030, 0, 10, 12);

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let store: OutboxStore;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
  serving = await createDataSource(database.servingUrl).initialize();
  store = new OutboxStore(serving);
});

afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

const at = (day: number) => new Date(NOON + day * DAY_MS);
const name = (day: number) => at(day).toISOString().slice(0, 10);

/** The numbers of events that come after a gap, by user. */
async function gaps(): Promise<string[]> {
  const rows = await violationsOf(source.manager, 'X01');
  return rows.filter(({ what }) => what === 'gap').map(({ id, number }) => `${String(id)} after ${String(number)}`);
}

/** Back as it was. */
async function tried(sql: string, values: unknown[]): Promise<string[]> {
  await source.query('create table kept_events as select * from outbox');
  await source.query(sql, values);
  const found = await gaps();
  await source.query('delete from outbox');
  await source.query('insert into outbox select * from kept_events');
  await source.query('drop table kept_events');
  return found;
}

test('days that went leave no gap, and an event that is missing of a kept day does', async () => {
  const [daily, early, before] = [await aUser(source), await aUser(source), await aUser(source)];
  await source.query('insert into outbox_stream (user_id, sequence) values ($1, 3)', [before]);
  await source.query(
    `insert into outbox (user_id, sequence, kind, payload, at, day)
     select $1, n, 'notice', '{}', $2, '-infinity' from generate_series(1, 3) n`,
    [before, at(-1)],
  );
  for (const day of [0, 1, 2, 3, 4]) await store.makeDay(name(day));
  for (const day of [0, 1, 2, 3, 4]) await appendNotices(source, daily, 2, at(day));
  await appendNotices(source, early, 2, at(0));
  await appendNotices(source, before, 1, at(1));
  expect(await gaps()).toEqual([]);
  // While the days are there, all that is missing is.
  expect(await tried('delete from outbox where user_id = $1 and sequence = 1', [daily])).toEqual([`${daily} after 0`]);
  expect(await tried('delete from outbox where user_id = $1', [early])).toEqual([`${early} after 0`]);
  expect(await tried('delete from outbox where user_id = $1 and sequence <= 3', [before])).toEqual([
    `${before} after 0`,
  ]);
  expect((await store.dropDays(at(4), 100)).days).toEqual([name(0).replaceAll('-', '_')]);
  expect(await gaps()).toEqual([]);
  // The first event whose day is kept, one in the middle, and all of a user.
  expect(await tried('delete from outbox where user_id = $1 and sequence = 3', [daily])).toEqual([`${daily} after 0`]);
  expect(await tried('delete from outbox where user_id = $1 and sequence = 6', [daily])).toEqual([`${daily} after 5`]);
  expect(await tried('delete from outbox where user_id = $1 and sequence = 10', [daily])).toEqual([`${daily} after 9`]);
  expect(await tried('delete from outbox where user_id = $1', [daily])).toEqual([`${daily} after 0`]);
  expect(await tried('delete from outbox where user_id = $1', [before])).toEqual([`${before} after 0`]);
  expect((await store.dropDays(at(8), 100)).days).toHaveLength(4);
  expect(await gaps()).toEqual([]);
});
