import { createTestDatabase, type TestDatabase } from '../test/database.js';
import { NAMED_BEFORE, OFFERED_BEFORE, UNCLEAR } from '../platform/embedded/sql-names.mjs';
import { createDataSource } from './data-source.js';
import type { DataSource } from 'typeorm';

/** Names of tables, views, indexes and sequences, of their columns and constraints, of triggers and of types, and what they are of. */
const NAMES = `
  select relname as name, null as of from pg_class c where c.relnamespace = 'public'::regnamespace
  union select a.attname, c.relname from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped
  union select conname, null from pg_constraint where connamespace = 'public'::regnamespace
  union select tgname, null from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
  union select typname, null from pg_type where typnamespace = 'public'::regnamespace and typelem = 0
  order by 1, 2`;

/** Decision 7 says why. */
const STAYS = [
  'account_api_key.told_at',
  'maintenance_change.told',
  'maintenance_change_told_not_null',
  'operator_announced_act.told_at',
];

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
}, 60_000);
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

/** Those that say "keep" or "tell". */
async function unclear(runner: Pick<DataSource, 'query'>): Promise<string[]> {
  const rows: { name: string; of: string | null }[] = await runner.query(NAMES);
  return rows
    .filter(({ name }) => UNCLEAR.test(name) && !OFFERED_BEFORE.includes(name))
    .map(({ name, of }) => (of === null ? name : `${of}.${name}`));
}

it('everything in the database is called by the terms of the field, but for what decision 7 lists', async () => {
  expect((await unclear(source)).toSorted()).toEqual(STAYS.toSorted());
  expect(NAMED_BEFORE.every((name) => STAYS.some((stays) => stays.endsWith(`.${name}`)))).toBe(true);
});

it.each([
  ['a table', 'create table thing_keep (id int)', ['thing_keep']],
  ['a column', 'create table thing (kept_until int)', ['thing.kept_until']],
  ['an index', 'create table thing (id int); create index thing_told on thing (id)', ['thing_told']],
  ['a constraint', 'create table thing (id int constraint thing_tells check (id > 0))', ['thing_tells']],
  ['a type', 'create domain told_price as numeric', ['told_price']],
])('another name is found: of %s', async (_what, statements, names) => {
  const runner = source.createQueryRunner();
  await runner.startTransaction();
  try {
    await runner.query(statements);
    expect(await unclear(runner)).toEqual(expect.arrayContaining(names));
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
});
