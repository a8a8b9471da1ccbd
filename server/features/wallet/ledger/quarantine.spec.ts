import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { QuarantineStore } from './quarantine.store.js';

let database: TestDatabase;
/** Past all guards: what a test puts there and looks at. */
let source: DataSource;
/** As a process with all roles. */
let serving: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url, 2).initialize();
  serving = await createDataSource(database.servingUrl, 1).initialize();
}, 60_000);

afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

it('what stands in quarantine is listed newest first, and what was lifted is not', async () => {
  await source.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `insert into books_quarantine (proposal_id, invariant, fingerprint, book, details, since, lifted_at, lifted_by, lift_reason)
       select 1, 'L0' || i, repeat(i::text, 64), 'real', '{}', now(), case when i = 2 then now() end,
              case when i = 2 then 1 end, case when i = 2 then 'mended' end from generate_series(1, 4) i`,
    );
  });
  const store = new QuarantineStore(serving);
  expect((await store.standing(2)).map(({ invariant }) => invariant)).toEqual(['L04', 'L03']);
  expect((await store.standing(9)).map(({ invariant }) => invariant)).toEqual(['L04', 'L03', 'L01']);
  expect(await store.countStanding()).toBe(3);
});
