import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { DataSource } from 'typeorm';
import { catalogOf } from '../test/catalog.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../test/database.js';
import { aLedger, aUserId, fund, USDT } from '../test/factories/ledger.js';
import { createDataSource } from './data-source.js';
import { migrate } from './migrate.js';
import { seed } from './seeds/seed.js';

/** All that the migrations of version 0.1.0 sent to an empty database, their own table included. */
const BEFORE = gunzipSync(readFileSync(join(__dirname, '../test/fixtures/schema-0.1.0.sql.gz'))).toString();

let opened: { database: TestDatabase; source: DataSource }[] = [];

afterEach(async () => {
  for (const { database, source } of opened) {
    await source.destroy();
    await database.drop();
  }
  opened = [];
});

async function open(database: TestDatabase): Promise<DataSource> {
  const source = await createDataSource(database.url, 2, false).initialize();
  opened.push({ database, source });
  return source;
}

async function before(): Promise<{ url: string; source: DataSource }> {
  const database = await createEmptyDatabase();
  const source = await open(database);
  await source.query(BEFORE);
  return { url: database.url, source };
}

describe('a database of the version before the stored functions were files', () => {
  it('has the same catalog as a new one after the upgrade, also when it is upgraded twice', async () => {
    const fresh = await catalogOf(await open(await createTestDatabase('own')));
    const { url, source } = await before();
    expect(await catalogOf(source)).not.toEqual(fresh);
    for (let time = 0; time < 2; time += 1) {
      await migrate(url);
      expect(await catalogOf(source)).toEqual(fresh);
    }
  });

  it('keeps its money, and money moves on it', async () => {
    const { url, source } = await before();
    await seed(source);
    const user = await aUserId(source);
    await fund(source, user, '70.50');
    await migrate(url);
    await fund(source, user, '30');
    await source.query('update trading_mode set verified_at = clock_timestamp()');
    await source.query(
      `select wallet_transfer($1, 'a.route', 'a-key', '\\x00', now(), null, 'spot', 'option', $2, 100.25)`,
      [user, USDT],
    );
    const balances = await aLedger(source).balancesOf(user);
    expect(balances.map(({ kind, balance }) => [kind, balance])).toEqual([
      ['option', '100.25'],
      ['spot', '0.25'],
    ]);
  });

  it('is refused as long as it lacks a migration of that version', async () => {
    const { url, source } = await before();
    await source.query(`delete from migrations where name = 'LeanOrders1763702000000'`);
    await expect(migrate(url)).rejects.toThrow('lacks LeanOrders1763702000000');
    expect(await source.query(`select to_regclass('stored_function') as made`)).toEqual([{ made: null }]);
  });
});
