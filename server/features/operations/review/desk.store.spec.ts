import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { DeskStore } from './desk.store.js';

const USERS = 20_000;

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let desk: DeskStore;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
  serving = await createDataSource(database.servingUrl).initialize();
  desk = new DeskStore(serving);
  await source.query(
    `insert into account_user (username, username_key, email, email_key, phone, extension_code, created_at)
     select concat('Person', n), concat('person', n), concat('mail', n, '@example.com'), concat('mail', n, '@example.com'),
            concat('+86', 13000000000 + n), concat('CODE', lpad(n::text, 6, '0')), '2026-01-01'
       from generate_series(1, ${USERS}) n`,
  );
  await source.query('analyze account_user');
}, 120_000);

afterAll(async () => {
  await serving.destroy();
  await source?.destroy();
  await database?.drop();
});

const found = async (search: string | null) => (await desk.users(search, 5, 0)).map(({ username }) => username);
const newest = (count: number) => Array.from({ length: count }, (_nothing, place) => `Person${USERS - place}`);

describe('a search for users', () => {
  it('finds the beginning of a name or contact, and the whole of a number', async () => {
    const [{ id, username } = { id: '', username: '' }]: { id: string; username: string }[] = await source.query(
      `select id::text, username from account_user where username_key = 'person777'`,
    );
    expect(await found(id)).toEqual([username]);
    expect(await found('PERSON1999')).toEqual([
      'Person19999',
      'Person19998',
      'Person19997',
      'Person19996',
      'Person19995',
    ]);
    expect(await found('mail777@')).toEqual(['Person777']);
    expect(await found('+8613000000777')).toEqual(['Person777']);
    expect(await found('n777')).toEqual([]);
    expect(await found(null)).toEqual(newest(5));
    expect(await found('person')).toEqual(newest(5));
    expect(await desk.userIds('mail777@', 10)).toEqual([id]);
  });

  it('takes what a pattern or a number reads as something else as it is', async () => {
    for (const search of ['%', '_erson1', '\\', '0', '-1', '007', '99999999999999999999', '1e3']) {
      expect([search, await found(search), await desk.countUsers(search)]).toEqual([search, [], 0]);
    }
  });

  it('counts as far as people read', async () => {
    expect(await desk.countUsers('person777')).toBe(11);
    expect(await desk.countUsers('person')).toBe(10_000);
  });

  it('reads by indexes what is there and what is not', async () => {
    const asked: [statement: string, values: unknown[]][] = [];
    const listening = { query: (statement: string, values: unknown[]) => (asked.push([statement, values]), []) };
    const listened = new DeskStore(listening as unknown as DataSource);
    for (const search of ['person777', 'nobody', '100777']) {
      await listened.users(search, 50, 0);
      await listened.userIds(search, 1000);
      await listened.countUsers(search);
    }
    expect(asked).toHaveLength(9);
    for (const [statement, values] of asked) {
      const lines: { 'QUERY PLAN': string }[] = await source.query(`explain ${statement}`, values);
      const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
      expect(plan).toContain('account_user_username_beginning');
      expect(plan).toContain('account_user_email_beginning');
      expect(plan).toContain('account_user_phone_beginning');
      expect(plan).not.toMatch(/Seq Scan on account_user|Index Scan Backward/);
    }
  });
});
