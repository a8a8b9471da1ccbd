import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { createDataSource } from '../../../database/data-source.js';
import { JOBS } from '../../../jobs.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { aJournal, aLedger, aUserId, fund } from '../../../test/factories/ledger.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { BooksStore } from './books.store.js';
import { BooksProgressStore } from './books-progress.store.js';
import { CheckBooks } from './check-books.js';
import { CheckRound, PASS_ROWS } from './check-round.js';
import './ledger-invariants.js';
import { PassBooks, REST_SECONDS } from './pass-books.js';
import { SealJournals } from './seal-journals.js';
import { SealsStore } from './seals.store.js';
import { TradingModeStore } from './trading-mode.store.js';
import { TradingMode } from './trading-mode.js';
import { sealJournals } from '../../../test/factories/seals.js';

const DATABASE_LIMIT_MS = 60_000;

let database: TestDatabase;
/** Past all guards: what a test puts there and looks at. */
let source: DataSource;
/** As a process with all roles. */
let serving: DataSource;
let progress: BooksProgressStore;
let mode: TradingMode;
let check: CheckBooks;
let pass: PassBooks;
let user: string;

beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await createTestDatabase();
  source = await createDataSource(database.url, 8).initialize();
  serving = await createDataSource(database.servingUrl, 4).initialize();
  progress = new BooksProgressStore(serving);
  const [modeStore, metrics] = [new TradingModeStore(serving), new Metrics()];
  mode = new TradingMode(modeStore, metrics, new FakeClock());
  const round = new CheckRound(new BooksStore(new ReadSource(serving)), progress);
  check = new CheckBooks(round, progress, mode, modeStore, metrics);
  pass = new PassBooks(round, check, progress);
  user = await aUserId(source);
  await fund(source, user, '100');
  const ledger = aLedger(source);
  for (let move = 0; move < 5; move += 1) await ledger.postAlone(aJournal(user));
  await sealJournals(serving, new SealJournals(new SealsStore(serving), new FakeClock()));
}, DATABASE_LIMIT_MS);

afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

/** As if the last pass had ended so long ago. */
const rested = () =>
  source.query(
    'update books_progress set pass_began_at = pass_began_at - $1::interval, passed_at = passed_at - $1::interval',
    [`${REST_SECONDS} seconds`],
  );
const stopped = async () => (await mode.read()).real.mode;

it('is through with twenty million postings in eight hours', () => {
  // Of two postings a journal: each journal, its place in a seal, and the business row that it is about.
  const rows = 3 * 10_000_000;
  const everyMs = JOBS['ledger.pass'].schedule?.everyMs ?? Number.POSITIVE_INFINITY;
  expect(((rows / PASS_ROWS) * everyMs) / 3_600_000).toBeLessThan(8);
});

it('goes on without a check, and ends the pass', async () => {
  await check.execute();
  await rested();
  const { began } = await progress.pass();
  expect(await pass.execute()).toBe(false);
  expect((await progress.pass()).began).not.toBe(began);
});

it('begins none soon after one has ended, and goes on with one that is under way', async () => {
  const { began } = await progress.pass();
  expect(await pass.execute()).toBe(false);
  expect((await progress.pass()).began).toBe(began);
  await progress.setPlace(await progress.pass(), 'ledger_journal', { next: '1', last: '2' });
  await pass.execute();
  expect((await progress.pass()).began).not.toBe(began);
});

it('stops the book at once when an old row was changed, without waiting for the next check', async () => {
  await source.query('alter table ledger_posting disable trigger all');
  await source.query(`update ledger_posting set amount = amount + 1
                       where amount > 0 and journal_id = (select min(id) + 2 from ledger_journal)`);
  await rested();
  expect(await stopped()).toBe('open');
  expect(await pass.execute()).toBe(true);
  expect([await stopped(), (await mode.read()).real.cause]).toEqual(['cancel-only', expect.stringMatching(/L01, L02/)]);
});

it('leaves a pass that two steps go on with at once whole', async () => {
  await rested();
  const before = (await progress.pass()).began;
  await Promise.all([pass.execute(), pass.execute()]);
  expect((await progress.pass()).began).not.toBe(before);
  expect([...(await progress.pass()).places.keys()]).toEqual([]);
});
