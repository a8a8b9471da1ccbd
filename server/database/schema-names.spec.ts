import type { DataSource } from 'typeorm';
import { storedFunctions } from '../platform/database/stored-functions.js';
import { UNCLEAR } from '../platform/embedded/sql-names.mjs';
import { createTestDatabase, type TestDatabase } from '../test/database.js';
import { createDataSource } from './data-source.js';
import { FORMER_NAMES } from './former-trigger-functions.js';

interface Bound {
  table: string;
  name: string;
  called: string;
  isOfTruncate: boolean;
  isOfEveryChange: boolean;
}

let database: TestDatabase;
let source: DataSource;
let bound: Bound[];

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url, 2).initialize();
  bound = await source.query(
    `select c.relname as "table", t.tgname as name, p.proname as called, pg_get_triggerdef(t.oid) ~ ' BEFORE TRUNCATE ' as "isOfTruncate",
            pg_get_triggerdef(t.oid) ~ ' BEFORE DELETE OR UPDATE ON ' and pg_get_triggerdef(t.oid) !~ ' WHEN ' as "isOfEveryChange"
       from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
      where not t.tgisinternal and c.relnamespace = 'public'::regnamespace order by t.tgname`,
  );
}, 60_000);

afterAll(async () => {
  await source?.destroy();
  await database?.drop();
});

const endingWith = (suffix: string) => bound.filter(({ name }) => name.endsWith(suffix));

describe('triggers', () => {
  it("have names in the field's terms", () => {
    expect(bound.map(({ name }) => name).filter((name) => UNCLEAR.test(name))).toEqual([]);
  });

  it('that are called append-only are of every change of a row, and those that refuse a truncation of that', () => {
    expect(endingWith('_append_only').length).toBeGreaterThan(30);
    expect(endingWith('_append_only').filter(({ isOfEveryChange }) => !isOfEveryChange)).toEqual([]);
    expect(endingWith('_refuse_truncate').length).toBeGreaterThan(30);
    expect(endingWith('_refuse_truncate').filter(({ isOfTruncate }) => !isOfTruncate)).toEqual([]);
  });

  it('that refuse a rewrite are of some changes alone, or of a function that says which', () => {
    const whole = endingWith('_refuse_rewrite').filter(({ isOfEveryChange }) => isOfEveryChange);
    expect(whole.map(({ called }) => called)).toEqual(['deposit_bank_refuse_rewrite']);
  });

  it('are called by their table, and guards as their function', () => {
    const held = ['_append_only', '_refuse_rewrite', '_refuse_truncate'].flatMap((suffix) =>
      endingWith(suffix).map(({ table, name }) => [table.replace(/^outbox_.*$/, 'outbox'), name.replace(suffix, '')]),
    );
    expect(held.filter(([table, about]) => table !== about)).toEqual([]);
  });

  it('are bound to functions that were renamed, each of which has its file', () => {
    const files = new Set(storedFunctions().map(({ name }) => name));
    const called = new Set(bound.map(({ called: name }) => name));
    const renamed = Object.keys(FORMER_NAMES);
    expect(renamed.filter((name) => !files.has(name) || !called.has(name))).toEqual([]);
    expect(Object.values(FORMER_NAMES).filter((name) => files.has(name) || called.has(name))).toEqual([]);
  });
});
