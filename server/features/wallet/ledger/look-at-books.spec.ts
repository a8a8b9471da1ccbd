import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { aJournal, aLedger, aUserId, fund } from '../../../test/factories/ledger.js';
import { BooksProgressStore } from './books-progress.store.js';
import { BooksStore } from './books.store.js';
import { CheckRound } from './check-round.js';
import { registeredInvariants } from './invariants.js';
import './ledger-invariants.js';
import { QuarantineStore } from './quarantine.store.js';

/** The desk of a gateway looks at the books; how far they were checked, and what is suspect, workers keep (decision 156). */
let database: TestDatabase;
let owner: DataSource;
let gateway: DataSource;
let worker: DataSource;
let user: string;

beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await createTestDatabase();
  owner = await createDataSource(database.url, 8).initialize();
  gateway = await createDataSource(database.gatewayUrl, 2).initialize();
  worker = await createDataSource(database.workerUrl, 2).initialize();
  user = await aUserId(owner);
  await fund(owner, user, '100');
  for (let move = 0; move < 5; move += 1) await aLedger(owner).postAlone(aJournal(user));
}, 60_000);

afterAll(async () => {
  for (const source of [gateway, worker, owner]) await source?.destroy();
  await database?.drop();
});

const roundOf = (serving: DataSource) =>
  new CheckRound(new BooksStore(new ReadSource(serving)), new BooksProgressStore(serving));
const all = registeredInvariants();
const storedState = async () => ({
  progress: await owner.query('select * from books_progress'),
  chains: await owner.query('select * from books_chain order by subject'),
  places: await owner.query('select * from books_place order by subject'),
  suspects: await owner.query('select * from books_suspect order by subject, first_row'),
});
const broken = (round: Awaited<ReturnType<CheckRound['look']>>) =>
  round.checked.filter(({ rows }) => rows.length > 0).map(({ name }) => name);

/** A posting's balance is another than its account's, as only the owner of the tables could make it. */
async function spoil(by: string): Promise<void> {
  await owner.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `update ledger_account set balance = balance + $2::numeric where owner_id = $1 and kind = 'spot' and currency_id = 3`,
      [user, by],
    );
  });
}

it('a look of a gateway finds what is broken, and leaves what is kept as it was', async () => {
  const before = await storedState();
  expect(broken(await roundOf(gateway).look(all))).toEqual([]);
  await spoil('1');
  const found = await roundOf(gateway).look(all);
  await spoil('-1');
  expect(found.failure).toBeNull();
  expect(found.isComplete).toBe(true);
  expect(broken(found).length).toBeGreaterThan(0);
  expect(await storedState()).toEqual(before);
});

it('a check is the workers’: a gateway may keep nothing of one', async () => {
  await expect(new BooksProgressStore(gateway).verify('1')).rejects.toThrow('permission denied');
  const slice = { subject: 'journals', range: { first: '1', last: '1' } };
  await expect(new BooksProgressStore(gateway).suspect(slice)).rejects.toThrow('permission denied');
  await expect(new BooksProgressStore(gateway).acquit(slice)).rejects.toThrow('permission denied');
  const { failure, isComplete } = await roundOf(worker).execute(all);
  expect([failure, isComplete]).toEqual([null, true]);
  const { places } = await storedState();
  expect(places).toEqual([]);
});

it('who lifts a quarantine has suspects looked at again, of a gateway too', async () => {
  await owner.query(
    `insert into books_suspect (subject, first_row, last_row, found_at, let_stand)
     values ('journals', 1, 1, clock_timestamp(), true), ('journals', 2, 2, clock_timestamp(), false)`,
  );
  const at = new Date();
  await gateway.transaction((tx) =>
    new QuarantineStore(gateway).lift(tx, '1', { operatorId: '1', reason: 'mended', at }),
  );
  const { suspects } = await storedState();
  expect(suspects.map(({ let_stand }: { let_stand: boolean }) => let_stand)).toEqual([false, false]);
  await owner.query('delete from books_suspect');
});
