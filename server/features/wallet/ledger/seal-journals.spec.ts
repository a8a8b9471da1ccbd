import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';

let database: TestDatabase;
/** Past all guards: what a test puts there and looks at. */
let source: DataSource;
/** As a process with all roles. */
let serving: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url, 1).initialize();
  serving = await createDataSource(database.servingUrl, 1).initialize();
}, 60_000);

afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

it('the very first journal is sealed without waiting for a second one, once', async () => {
  const seal = async (upto: number) =>
    (await serving.query("select ledger_seal_next($1, now() - interval '1 second') as is_sealed", [upto]))[0].is_sealed;
  expect(await seal(0)).toBe(false);
  expect(await seal(1)).toBe(true);
  expect(await seal(1)).toBe(false);
  expect(await source.query('select id, first_journal, last_journal from ledger_seal')).toEqual([
    { id: '1', first_journal: '1', last_journal: '1' },
  ]);
});
