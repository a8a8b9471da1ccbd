import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url, 2, false).initialize();
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

describe('the bodies of the stored functions', () => {
  it('hold against the tables, where the server has plpgsql_check', async () => {
    const available: unknown[] = await source.query(`select from pg_available_extensions where name = 'plpgsql_check'`);
    if (available.length === 0) {
      console.log('Skipped: this Postgres has no plpgsql_check (Debian: postgresql-18-plpgsql-check).');
      return;
    }
    await source.query('create extension plpgsql_check');
    const faults: { fault: string }[] = await source.query(
      `select concat_ws(' ', p.proname, said.lineno, said.level, said.message, said.detail) as fault
         from pg_proc p join pg_language l on l.oid = p.prolang and l.lanname = 'plpgsql'
         left join lateral (select t.tgrelid, t.tgoldtable, t.tgnewtable from pg_trigger t
                             where t.tgfoid = p.oid limit 1) bound on true
        cross join lateral plpgsql_check_function_tb(p.oid, coalesce(bound.tgrelid, 0), other_warnings => false,
          extra_warnings => false, performance_warnings => false, oldtable => bound.tgoldtable,
          newtable => bound.tgnewtable) said
        where p.pronamespace = 'public'::regnamespace and said.level = 'error'
          and (p.prorettype <> 'trigger'::regtype or bound.tgrelid is not null)`,
    );
    expect(faults.map(({ fault }) => fault)).toEqual([]);
  });

  it('are accepted by Postgres itself, each with the check of bodies on', async () => {
    const functions: { name: string; text: string }[] = await source.query(
      `select proname as name, pg_get_functiondef(oid) as text from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    const refused: string[] = [];
    for (const { name, text } of functions)
      await source.query(text).catch((error: Error) => refused.push(`${name}: ${error.message}`));
    expect(refused).toEqual([]);
  });
});
