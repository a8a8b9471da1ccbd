import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import {
  installedVersion,
  installMissingTriggers,
  installStoredFunctions,
  type StoredFunction,
  storedFunctions,
  versionOf,
} from './stored-functions.js';

let database: TestDatabase;
let source: DataSource;

// The first test sees the product's own functions; each other one puts functions of its own in their place.
beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url, 4, false).initialize();
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

function aFunction(text: string, fields: Partial<StoredFunction> = {}): StoredFunction {
  const name = /function (\w+)/.exec(text)?.[1] ?? '';
  return { name, text, sha256: versionOf([{ name, sha256: text }]), access: 'anybody', isTrigger: false, ...fields };
}

const answers = (name: string, answer: string) =>
  aFunction(`create or replace function ${name}() returns text language sql as $$ select '${answer}' $$`);

async function signatures(name: string): Promise<string[]> {
  const rows: { signature: string }[] = await source.query(
    'select oid::regprocedure::text as signature from pg_proc where proname = $1',
    [name],
  );
  return rows.map(({ signature }) => signature);
}

describe('the stored functions', () => {
  it('are those of the files after the migrations, each as often as its name is there', async () => {
    const files = storedFunctions();
    expect(files.length).toBeGreaterThan(100);
    expect(await installedVersion(source, files)).toBe(versionOf(files));
    const rows: { name: string }[] = await source.query(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace order by proname collate "C"`,
    );
    expect(rows.map(({ name }) => name)).toEqual(files.map(({ name }) => name));
  });

  it('are written only where their text has changed', async () => {
    await installStoredFunctions(source, [answers('first', 'one'), answers('second', 'two')]);
    const [before] = await source.query(`select array_agg(xmin::text order by name) as rows from stored_function`);
    await installStoredFunctions(source, [answers('first', 'one'), answers('second', 'three')]);
    const [after] = await source.query(`select array_agg(xmin::text order by name) as rows from stored_function`);
    expect(after.rows.length - before.rows.filter((row: string) => after.rows.includes(row)).length).toBe(1);
    expect(await source.query('select first(), second()')).toEqual([{ first: 'one', second: 'three' }]);
  });

  it('take another answer or other arguments without leaving the old function behind', async () => {
    await installStoredFunctions(source, [answers('turning', 'text')]);
    await installStoredFunctions(source, [
      aFunction('create or replace function turning() returns integer language sql as $$ select 7 $$'),
    ]);
    expect(await source.query('select turning()')).toEqual([{ turning: 7 }]);
    await installStoredFunctions(source, [
      aFunction('create or replace function turning(p bigint) returns integer language sql as $$ select 8 $$'),
    ]);
    expect(await signatures('turning')).toEqual(['turning(bigint)']);
  });

  it('go with their file, but for those that a trigger calls', async () => {
    const bound = aFunction(
      `create or replace function bound_guard() returns trigger language plpgsql as $$ begin return new; end $$`,
      { isTrigger: true },
    );
    await installStoredFunctions(source, [answers('going', 'text'), bound]);
    await source.query('create table bound (id integer)');
    await source.query('create trigger bound_guard before insert on bound for each row execute function bound_guard()');
    await installStoredFunctions(source, []);
    expect([await signatures('going'), await signatures('bound_guard')]).toEqual([[], ['bound_guard()']]);
    await source.query('drop trigger bound_guard on bound');
    await installStoredFunctions(source, []);
    expect(await signatures('bound_guard')).toEqual([]);
  });

  it('come all or none', async () => {
    const files = [answers('whole', 'one'), aFunction('create or replace function wrong() returns nonsense')];
    await expect(installStoredFunctions(source, files)).rejects.toThrow();
    expect(await signatures('whole')).toEqual([]);
  });

  it('come one installer after the other when several processes migrate at once', async () => {
    const installers = ['one', 'two', 'three'].map((text) =>
      installStoredFunctions(source, [answers('contested', text)]),
    );
    await Promise.all(installers);
    expect(await signatures('contested')).toHaveLength(1);
  });

  it('may be called by whom their file says', async () => {
    const definer = (name: string, access: StoredFunction['access']) =>
      aFunction(
        `create or replace function ${name}() returns integer language sql security definer as $$ select 1 $$`,
        {
          access,
        },
      );
    await installStoredFunctions(source, [
      definer('open_one', 'anybody'),
      definer('product_one', 'product'),
      definer('inner_one', 'stored functions'),
    ]);
    const may = (role: string) =>
      source.query(
        `select array_agg(name || ':' || has_function_privilege($1, name || '()', 'execute') order by name) as may
           from unnest(array['open_one', 'product_one', 'inner_one']) as name`,
        [role],
      );
    expect(await may('gateway_app')).toEqual([{ may: ['inner_one:false', 'open_one:true', 'product_one:true'] }]);
    expect(await may('pg_monitor')).toEqual([{ may: ['inner_one:false', 'open_one:true', 'product_one:false'] }]);
  });

  it('of triggers are there before the migrations, and are left alone where they are', async () => {
    const text = (answer: string) =>
      `create or replace function early_guard() returns trigger language plpgsql as $$ begin return ${answer}; end $$`;
    const body = async (): Promise<string> =>
      (await source.query(`select prosrc from pg_proc where proname = 'early_guard'`))[0].prosrc;
    await installMissingTriggers(source, [aFunction(text('new'), { isTrigger: true }), answers('later', 'no')]);
    await installMissingTriggers(source, [aFunction(text('old'), { isTrigger: true })]);
    expect([await body(), await signatures('later')]).toEqual([' begin return new; end ', []]);
  });

  it('of triggers that were renamed bear the name that migrations bind them by, until one renames them', async () => {
    const renamed = aFunction(
      `create or replace function moved_guard() returns trigger language plpgsql as $$ begin return new; end $$`,
      { isTrigger: true },
    );
    const names = async () => [await signatures('moved_edges'), await signatures('moved_guard')];
    const make = () => installMissingTriggers(source, [renamed], { moved_guard: 'moved_edges' });
    await make();
    expect(await names()).toEqual([['moved_edges()'], []]);
    await make();
    expect(await names()).toEqual([['moved_edges()'], []]);
    await source.query('create table moved (id integer)');
    await source.query('create trigger moved before insert on moved for each row execute function moved_edges()');
    await source.query('alter function moved_edges() rename to moved_guard');
    await make();
    expect(await names()).toEqual([[], ['moved_guard()']]);
    await installStoredFunctions(source, [renamed]);
    const bound = `select tgfoid::regproc::text as name from pg_trigger where tgname = 'moved'`;
    expect(await source.query(bound)).toEqual([{ name: 'moved_guard' }]);
  });
});
