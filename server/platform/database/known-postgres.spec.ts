import { createDataSource } from '../../database/data-source.js';
import { migrate } from '../../database/migrate.js';
import { createEmptyDatabase, type TestDatabase, withClient } from '../../test/database.js';
import { openKnown } from './known-postgres.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

/** Lets the server say of itself what an older one says. */
async function pretend(version: string, number: string): Promise<void> {
  const name = new URL(database.url).pathname.slice(1);
  await withClient(database.url, async (client) => {
    await client.query('create schema older; grant usage on schema older to public');
    await client.query(`create function older.current_setting(name text) returns text language sql as $$
      select case name when 'server_version' then '${version}' when 'server_version_num' then '${number}'
        else pg_catalog.current_setting(name) end $$`);
    await client.query(`alter database "${name}" set search_path = older, public, pg_catalog`);
  });
}

async function tables(): Promise<unknown[]> {
  let found: unknown[] = [];
  await withClient(database.url, async (client) => {
    found = (await client.query(`select tablename from pg_tables where schemaname = 'public'`)).rows;
  });
  return found;
}

it.each([
  ['15.18', '150018'],
  ['17.9 (Debian 17.9-1)', '170009'],
])('neither a migration nor a start goes on with Postgres %s, and says why', async (version, number) => {
  await pretend(version, number);
  const sentence = `Postgres ${version} is too old: the product needs 18 or newer`;
  await expect(migrate(database.ownerUrl)).rejects.toThrow(sentence);
  expect(await tables()).toEqual([]);
  const source = createDataSource(database.url, 1);
  await expect(openKnown(source)).rejects.toThrow(sentence);
  expect(source.isInitialized).toBe(false);
});

it('goes on with the one that the product brings', async () => {
  const source = await openKnown(createDataSource(database.url, 1));
  expect(source.isInitialized).toBe(true);
  await source.destroy();
});
