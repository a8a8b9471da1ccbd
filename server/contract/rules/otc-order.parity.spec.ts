import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import { OTC_STATES, OTC_STEPS } from './otc-order.rules.js';

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
});

afterAll(async () => {
  await source?.destroy();
  await database?.drop();
});

it('the database lets the same pairs of states follow each other as the table does', async () => {
  const numbers = Object.values(OTC_STATES);
  const known: { from: number; to: number }[] = await source.query(
    `select f as from, t as to from unnest($1::smallint[]) f, unnest($1::smallint[]) t where otc_step_known(f, t)`,
    [numbers],
  );
  const pairs = known.map(({ from, to }) => `${from} ${to}`).sort();
  const ofTable = OTC_STEPS.filter(({ from }) => from !== 'locking').map(
    ({ from, to }) => `${OTC_STATES[from]} ${OTC_STATES[to]}`,
  );
  expect(pairs).toEqual([...new Set(ofTable)].sort());
});
