import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { aJournal, aLedger, aUserId, fund } from '../../../test/factories/ledger.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { BooksProgressStore } from './books-progress.store.js';
import { BooksStore } from './books.store.js';
import type { CheckedInvariant } from './findings.js';
import { CheckRound, type RoundLimits } from './check-round.js';
import { registeredInvariants } from './invariants.js';
import './ledger-invariants.js';
import type { Ledger } from './ledger.js';
import { registeredSubjects } from './subjects.js';
import { SealJournals } from './seal-journals.js';
import { SealsStore } from './seals.store.js';

/** The first test of a new schema makes the template. */
const DATABASE_LIMIT_MS = 60_000;
/** A round that sees all that is new, and hardly anything of what is old. */
const SMALL: RoundLimits = { rows: 5, suspects: 50, slices: 100, newest: 0 };
const NOTHING_OLD: RoundLimits = { ...SMALL, rows: 0 };

let database: TestDatabase;
/** Past all guards: what a test puts there and looks at. */
let source: DataSource;
/** As a process with all roles. */
let serving: DataSource;
let ledger: Ledger;
let seal: SealJournals;
let user: string;

beforeAll(() => {
  Logger.overrideLogger(false);
});

beforeEach(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url, 8).initialize();
  serving = await createDataSource(database.servingUrl, 4).initialize();
  ledger = aLedger(source);
  seal = new SealJournals(new SealsStore(serving), new FakeClock());
  user = await aUserId(source);
  await fund(source, user, '100');
  for (let move = 0; move < 20; move += 1) await ledger.postAlone(aJournal(user));
  await sealAll();
}, DATABASE_LIMIT_MS);

afterEach(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

const aRound = () => new CheckRound(new BooksStore(new ReadSource(serving)), new BooksProgressStore(serving));
/** Without its guards a book cannot hold L19. */
const all = () => registeredInvariants().filter(({ name }) => name !== 'L19');
const look = (limits?: RoundLimits) => aRound().execute(all(), limits);
const broken = ({ checked }: { checked: CheckedInvariant[] }) =>
  checked.filter(({ rows }) => rows.length > 0).map(({ name }) => name);
const verified = () => new BooksProgressStore(serving).verifiedTo().then(Number);
const newest = async () => Number(await new SealsStore(serving).newestJournal());

/** Sealing waits for whoever may still write, in any database of the server, and gives up after a while: again then. */
async function sealAll(): Promise<void> {
  const seals = new SealsStore(serving);
  while (Number((await seals.sealHead())?.lastJournal ?? 0) < (await newest())) await seal.execute();
}

/** Somebody with every right changes something. */
async function byHand(statement: string): Promise<void> {
  for (const table of ['ledger_account', 'ledger_journal', 'ledger_posting', 'ledger_seal']) {
    await source.query(`alter table ${table} disable trigger all`);
  }
  await source.query(statement);
}

describe('what was booked since the last verified seal', () => {
  it('is looked at in each round until it is sealed, and verified then', async () => {
    await look(NOTHING_OLD);
    expect(await verified()).toBe(await newest());
    const sealed = await verified();
    await ledger.postAlone(aJournal(user));
    expect(broken(await look(NOTHING_OLD))).toEqual([]);
    expect(await verified()).toBe(sealed);
    await byHand(`update ledger_posting set amount = amount + 1 where journal_id > ${sealed} and amount > 0`);
    expect(broken(await look(NOTHING_OLD))).toEqual(['L01', 'L02', 'L05']);
  });

  it('is looked at again when it was broken, though later seals are verified', async () => {
    await look(NOTHING_OLD);
    const before = await verified();
    await ledger.postAlone(aJournal(user));
    await byHand(
      `update ledger_posting set balance_after = balance_after + 1 where journal_id > ${before} and amount > 0`,
    );
    await sealAll();
    expect(broken(await look(NOTHING_OLD))).toEqual(['L04', 'L05']);
    expect(await verified()).toBe(await newest());
    // Another process, after a restart.
    expect(broken(await look(NOTHING_OLD))).toEqual(['L04', 'L05']);
    await byHand(
      `update ledger_posting set balance_after = balance_after - 1 where journal_id > ${before} and amount > 0`,
    );
    const mended = broken(await look(NOTHING_OLD));
    // The seal was made of what was wrong.
    expect(mended).toEqual(['L16']);
  });

  it('goes on in the next round when there is too much of it, and says so', async () => {
    const last = await newest();
    const one: RoundLimits = { ...NOTHING_OLD, slices: 0 };
    expect((await look(one)).isComplete).toBe(false);
    expect(await verified()).toBe(0);
    expect((await look(NOTHING_OLD)).isComplete).toBe(true);
    expect(await verified()).toBe(last);
  });

  it('is verified up to where one snapshot after the other has seen all of it', async () => {
    const verifiedTo: string[] = [];
    const slices = [
      { range: { first: '1', last: '5000' }, sealedTo: '4000', found: [] },
      // Sealed meanwhile, with what the first snapshot could not see.
      { range: { first: '5001', last: '5020' }, sealedTo: '5010', found: [] },
    ];
    const books = {
      newestJournal: () => Promise.resolve('5020'),
      checkJournalsFrom: () => Promise.resolve(slices.shift() ?? null),
      checkWhole: () => Promise.resolve([]),
      checkRowsFrom: () => Promise.resolve(null),
      lastRow: () => Promise.resolve(null),
      unbooked: () => Promise.resolve([]),
    };
    const progress = new BooksProgressStore(serving);
    jest.spyOn(progress, 'verify').mockImplementation((journal) => {
      verifiedTo.push(journal);
      return Promise.resolve();
    });
    const round = await new CheckRound(books as unknown as BooksStore, progress).execute([]);
    expect([verifiedTo, round.isComplete]).toEqual([['4000'], true]);
    // Sealed whole, each of them.
    slices.push(
      { range: { first: '4001', last: '5000' }, sealedTo: '5000', found: [] },
      { range: { first: '5001', last: '5020' }, sealedTo: '5020', found: [] },
    );
    await new CheckRound(books as unknown as BooksStore, progress).execute([]);
    expect(verifiedTo).toEqual(['4000', '5000', '5020']);
  });

  it('is one slice up to forty thousand postings, and one journal where that has more', async () => {
    const last = BigInt(await newest());
    const [first, second, third] = [last + 1n, last + 2n, last + 3n].map(String);
    for (const table of ['ledger_journal', 'ledger_posting'])
      await source.query(`alter table ${table} disable trigger all`);
    await source.query(
      `insert into ledger_journal (id, reason, reference, demo, at) overriding system value
       select i, 'test.move', 'bulk ' || i, false, now() from generate_series($1::bigint, $2) i`,
      [first, third],
    );
    await source.query(
      `insert into ledger_posting (account_id, sequence, journal_id, currency_id, demo, amount, balance_after)
       select 1, 1000 + i, case when i <= 40001 then $1::bigint when i <= 60001 then $2 else $3 end, 3, false, 1, 1
         from generate_series(1, 80001) i`,
      [first, second, third],
    );
    const books = new BooksStore(new ReadSource(serving));
    const rangeFrom = async (from: string | undefined) => (await books.checkJournalsFrom(from ?? '', []))?.range;
    expect(await rangeFrom(first)).toEqual({ first, last: first });
    expect(await rangeFrom(second)).toEqual({ first: second, last: third });
  });

  it('has an end though more is booked all the time', async () => {
    const state = { moving: true };
    const move = async () => {
      while (state.moving) await ledger.postAlone(aJournal(user)).catch(() => undefined);
    };
    const movers = Array.from({ length: 3 }, move);
    try {
      expect((await look({ ...NOTHING_OLD, slices: 20 })).isComplete).toBe(true);
    } finally {
      state.moving = false;
      await Promise.all(movers);
    }
  });

  it('counts as far as it was looked at, where a part of the look fails', async () => {
    await look(NOTHING_OLD);
    const before = await verified();
    await ledger.postAlone(aJournal(user));
    await byHand(`update ledger_posting set amount = amount + 1 where journal_id > ${before} and amount > 0`);
    const fails = { name: 'Z99', says: 'Fails.', parts: [{ over: 'round', sql: 'select 1 / 0 as id, false as demo' }] };
    const { checked, isComplete, failure } = await aRound().execute([...all(), fails], NOTHING_OLD);
    expect(broken({ checked })).toEqual(['L01', 'L02', 'L05']);
    expect([isComplete, String(failure)]).toEqual([false, expect.stringContaining('division by zero')]);
  });

  it('does not stay verified when the seal of it is gone', async () => {
    await look(NOTHING_OLD);
    expect(broken(await look(NOTHING_OLD))).toEqual([]);
    await byHand('delete from ledger_seal where id = (select max(id) from ledger_seal)');
    expect(broken(await look(NOTHING_OLD))).toEqual(['L16']);
    // Made anew by whoever seals next, it is another one.
    await ledger.postAlone(aJournal(user));
    await byHand(
      `update ledger_journal set reference = 'other' where id = (select max(last_journal) + 1 from ledger_seal)`,
    );
    await sealAll();
    for (const round of [1, 2]) expect([round, ...broken(await look(NOTHING_OLD))]).toEqual([round, 'L16']);
  });
});

it('every process goes through the tables in the same order, whatever it has loaded first', () => {
  const tables = registeredSubjects().map(({ table }) => table);
  expect(tables.length).toBeGreaterThan(1);
  expect(tables).toEqual([...tables].sort());
});

describe('what is old', () => {
  it('is come to by the pass, in as many rounds as it takes, and stays found until it is mended', async () => {
    await look(NOTHING_OLD);
    await byHand('update ledger_posting set amount = amount + 1 where journal_id = 12 and amount > 0');
    expect(broken(await look(NOTHING_OLD))).toEqual([]);
    const seen: string[][] = [];
    while (!seen.some((names) => names.includes('L02')) && seen.length < 100) seen.push(broken(await look(SMALL)));
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.at(-1)).toEqual(['L01', 'L02', 'L05']);
    expect(broken(await look(NOTHING_OLD))).toEqual(['L01', 'L02', 'L05']);
    await byHand('update ledger_posting set amount = amount - 1 where journal_id = 12 and amount > 0');
    expect(broken(await look(NOTHING_OLD))).toEqual([]);
    expect(await new BooksProgressStore(serving).suspects(10)).toEqual([]);
  });

  it('is all looked at in one round where there is little, seals and balances too', async () => {
    await look();
    await byHand(`update ledger_seal set hash = sha256('x') where id = 1`);
    await byHand(`update ledger_account set balance = balance + 1 where owner_id = ${user} and kind = 'spot'`);
    expect(broken(await look())).toEqual(['L04', 'L16']);
  });

  it('is passed through again and again', async () => {
    const progress = new BooksProgressStore(serving);
    await source.query(`update books_progress set pass_began_at = pass_began_at - interval '1 hour'`);
    expect(await progress.secondsSincePass()).toBeGreaterThan(3000);
    let rounds = 0;
    while ((await progress.secondsSincePass()) > 3000 && rounds < 200) {
      await look(SMALL);
      rounds += 1;
    }
    expect(rounds).toBeGreaterThan(3);
    expect(await progress.secondsSincePass()).toBeLessThan(3000);
    expect([...(await progress.pass()).places.keys()]).toEqual([]);
  });
});

describe('a violation', () => {
  it('that is let stand makes nothing suspect, and its slice is suspect again with the next that is not', async () => {
    const progress = new BooksProgressStore(serving);
    const slice = { subject: 'journals', range: { first: '3', last: '4' } };
    await progress.suspect(slice);
    expect(await progress.countSuspects()).toBe(1);
    await progress.note(slice, { isLetStand: true });
    expect(await progress.countSuspects()).toBe(0);
    await progress.note(slice, { isLetStand: false });
    expect(await progress.countSuspects()).toBe(1);
  });

  it('leaves the round unfinished only where more slices are suspect than it looks at', async () => {
    await look(NOTHING_OLD);
    await byHand('update ledger_posting set amount = amount + 1 where journal_id = 12 and amount > 0');
    await new BooksProgressStore(serving).suspect({ subject: 'journals', range: { first: '12', last: '12' } });
    expect((await look({ ...NOTHING_OLD, suspects: 1 })).isComplete).toBe(true);
    expect((await look({ ...NOTHING_OLD, suspects: 0 })).isComplete).toBe(false);
  });

  it('reads the same at whatever longitude the database stands', async () => {
    const [{ name }] = await source.query('select current_database() as name');
    await source.query(`alter database ${name} set timezone = 'Asia/Tokyo'`);
    const there = await createDataSource(database.servingUrl, 1).initialize();
    try {
      const at = `select 1 as id, false as demo, timestamptz '2026-01-05T12:00:00Z' as at`;
      const instant = { name: 'Z98', says: 'An instant.', parts: [{ over: 'round', sql: at }] };
      const [found] = await new BooksStore(new ReadSource(there)).checkWhole('round', [instant]);
      expect(found?.details).toEqual({ id: '1', at: '2026-01-05T12:00:00+00:00' });
    } finally {
      await there.destroy();
    }
  });

  it('is not hidden by slices that are let stand, however many', async () => {
    await look(NOTHING_OLD);
    const journal = await newest();
    await ledger.postAlone(aJournal(user));
    await byHand(`update ledger_posting set amount = amount + 1 where journal_id > ${journal} and amount > 0`);
    await look(NOTHING_OLD);
    await source.query('update books_progress set verified_journal = (select max(id) from ledger_journal)');
    await source.query(
      `insert into books_suspect (subject, first_row, last_row, found_at, let_stand)
       select 'journals', 1, i, now() - interval '1 day', true from generate_series(1, 5) i`,
    );
    expect(broken(await look({ ...NOTHING_OLD, suspects: 3 }))).toEqual(['L01', 'L02', 'L05']);
  });

  it('has the same fingerprint in whichever slice it is found', async () => {
    await byHand('update ledger_posting set amount = amount + 1 where journal_id = 12 and amount > 0');
    const whole = await new BooksStore(new ReadSource(serving)).check(all());
    const fingerprints = (checked: CheckedInvariant[]) =>
      checked.map(({ name, rows }) => [name, rows.map(({ fingerprint }) => fingerprint).sort()]);
    const anew = await look(NOTHING_OLD);
    const names = ['L01', 'L02', 'L05'];
    const those = (checked: CheckedInvariant[]) => fingerprints(checked.filter(({ name }) => names.includes(name)));
    expect(those(anew.checked)).toEqual(those(whole));
    expect(those(whole).map(([, rows]) => (rows as string[]).length)).toEqual([1, 1, 1]);
  });

  it('has it though another slice has less that is broken', async () => {
    await byHand('update ledger_posting set amount = amount + 1 where journal_id in (12, 15) and amount > 0');
    const books = new BooksStore(new ReadSource(serving));
    const whole = await books.check(all());
    const alone = await books.checkJournals({ first: '12', last: '12' }, all());
    const known = whole.flatMap(({ rows }) => rows.map(({ fingerprint }) => fingerprint));
    expect(alone.map(({ invariant }) => invariant)).toEqual(expect.arrayContaining(['L01', 'L02']));
    // What the accounts say is about more than these journals.
    expect(alone.filter(({ fingerprint }) => !known.includes(fingerprint))).toEqual([]);
  });

  it('that stands is found for a quarantine without a pass through the whole book', async () => {
    await look(NOTHING_OLD);
    await byHand('update ledger_posting set amount = amount + 1 where journal_id = 12 and amount > 0');
    const invariant = registeredInvariants().find(({ name }) => name === 'L02');
    if (!invariant) throw new Error('L02 is gone.');
    expect(broken({ checked: await aRound().standing(invariant) })).toEqual([]);
    await look();
    expect(broken({ checked: await aRound().standing(invariant) })).toEqual(['L02']);
  });
});
