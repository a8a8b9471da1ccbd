import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import type { Config } from '../../platform/config/config.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import { aJournal, aLedger, aUserId, fund, TEST_REASON } from '../../test/factories/ledger.js';
import { FakeClock } from '../../test/fakes/fake-clock.js';
import { BooksStore } from './books.store.js';
import { CheckBooks } from './check-books.js';
import './ledger-invariants.js';
import type { Ledger } from './ledger.js';
import { SealJournals } from './seal-journals.js';
import { TradingModeStore } from './trading-mode.store.js';
import { TradingMode } from './trading-mode.js';
import { WatchBooks } from './watch-books.js';

/** The first test of a new schema makes the template. */
const DATABASE_LIMIT_MS = 60_000;

let database: TestDatabase;
let source: DataSource;
let ledger: Ledger;
let metrics: Metrics;
let mode: TradingMode;
let check: CheckBooks;
let user: string;

beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await createTestDatabase();
  source = await createDataSource(database.url, 16).initialize();
  ledger = aLedger(source);
  metrics = new Metrics();
  const modeStore = new TradingModeStore(source);
  mode = new TradingMode(modeStore, metrics, new FakeClock());
  check = new CheckBooks(new BooksStore(source), mode, modeStore, metrics);
  user = await aUserId(source);
  await fund(source, user, '100');
}, DATABASE_LIMIT_MS);

afterAll(async () => {
  await source.destroy();
  await database.drop();
});

beforeEach(async () => {
  await source.query(`update trading_mode set mode = 'open', cause = '', verified_at = null`);
});

const verifiedAgo = (interval: string) =>
  source.query(`update trading_mode set verified_at = clock_timestamp() - $1::interval`, [interval]);
const commands = () => source.transaction((tx) => mode.assertOpen(tx));
const watch = (roles: string[]) =>
  new WatchBooks({ values: { ROLES: roles } } as Config, check, mode, new TradingModeStore(source), metrics);

/** Somebody with every right writes a balance; answers how to take it back. */
async function breakTheBooks(): Promise<() => Promise<void>> {
  const change = (by: number) =>
    source.query(`update ledger_account set balance = balance + $1 where kind = 'spot'`, [by]);
  await change(1);
  return async () => void (await change(-1));
}

describe('books in order', () => {
  it('are noted, and money commands go on', async () => {
    const checked = await check.execute();
    expect(checked.length).toBeGreaterThan(15);
    expect((await mode.read()).verifiedAt).not.toBeNull();
    expect(await metrics.text()).toMatch(/gateway_books_broken 0/);
    await commands();
  });

  it('are found in order while money moves', async () => {
    const state = { moving: true };
    const move = async () => {
      while (state.moving) await ledger.postAlone(aJournal(user)).catch(() => undefined);
    };
    const movers = Array.from({ length: 6 }, move);
    try {
      for (let round = 0; round < 5; round += 1) {
        const checked = await check.execute();
        expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
      }
    } finally {
      state.moving = false;
      await Promise.all(movers);
    }
  });
});

describe('broken books', () => {
  it('switch to cancel-only, which stays until an operator ends it', async () => {
    const repair = await breakTheBooks();
    const checked = await check.execute();
    expect(checked.filter(({ rows }) => rows.length > 0).map(({ name }) => name)).toEqual(['L04']);
    expect(await mode.read()).toMatchObject({ mode: 'cancel-only', cause: expect.stringContaining('L04') });
    expect(await metrics.text()).toMatch(/gateway_books_broken 1[\s\S]*gateway_cancel_only 1/);
    await expect(commands()).rejects.toMatchObject({ code: 'ledger.cancel-only' });

    await repair();
    await check.execute();
    await expect(commands()).rejects.toMatchObject({ code: 'ledger.cancel-only' });
    expect(await mode.clear('7', 'A balance was corrected by hand.')).toBe(true);
    await commands();
    expect(await mode.clear('7', 'Again.')).toBe(false);
    const changes = await source.query(
      'select mode, cause, operator_id from trading_mode_change order by id desc limit 2',
    );
    expect(changes).toEqual([
      { mode: 'open', cause: 'A balance was corrected by hand.', operator_id: '7' },
      { mode: 'cancel-only', cause: 'The books break L04.', operator_id: null },
    ]);
  });

  it('are not hidden by a switch back while they are broken: the next check stops again', async () => {
    const repair = await breakTheBooks();
    try {
      await check.execute();
      await mode.clear('7', 'By mistake.');
      await check.execute();
      await expect(commands()).rejects.toMatchObject({ code: 'ledger.cancel-only' });
    } finally {
      await repair();
    }
  });
});

describe('a check that does not come', () => {
  it('refuses money commands after three minutes, and lets them go on when it comes', async () => {
    await verifiedAgo('179 seconds');
    await commands();
    await verifiedAgo('181 seconds');
    await expect(commands()).rejects.toMatchObject({ code: 'ledger.cancel-only' });
    await check.execute();
    await commands();
  });

  it('is made up for by a worker without the schedule', async () => {
    await verifiedAgo('60 seconds');
    await watch(['worker']).look(10);
    expect(await new TradingModeStore(source).secondsUnverified()).toBeGreaterThan(50);
    await verifiedAgo('80 seconds');
    await watch(['gateway']).look(10);
    expect(await new TradingModeStore(source).secondsUnverified()).toBeGreaterThan(50);
    await watch(['worker']).look(10);
    expect(await new TradingModeStore(source).secondsUnverified()).toBeLessThan(50);
  });

  it('switches to cancel-only for good, but not before a process had the time to check', async () => {
    await verifiedAgo('8 hours');
    await watch(['gateway']).look(170);
    expect(await mode.read()).toMatchObject({ mode: 'open' });
    await watch(['gateway']).look(190);
    expect(await mode.read()).toMatchObject({ mode: 'cancel-only', cause: expect.stringContaining('three minutes') });
    await check.execute();
    await expect(commands()).rejects.toMatchObject({ code: 'ledger.cancel-only' });
  });
});

describe('sealing', () => {
  it('waits for journals that are still being written, and leaves none out', async () => {
    const books = new BooksStore(source);
    const seal = new SealJournals(books, new FakeClock());
    await seal.execute();
    const payer = await funded();
    const slow = source.createQueryRunner();
    await slow.startTransaction();
    await ledger.post(slow.manager, aJournal(payer, { reference: 'slow' }));
    const quick = await ledger.postAlone(aJournal(await funded(), { reference: 'quick' }));
    const sealing = seal.execute();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(Number((await books.sealHead())?.lastJournal)).toBeLessThan(Number(quick.journalId) - 1);
    await slow.commitTransaction();
    await slow.release();
    expect(await sealing).toBe(1);
    expect(Number((await books.sealHead())?.lastJournal)).toBeGreaterThanOrEqual(Number(quick.journalId));
    expect(await source.query('select * from ledger_broken_seals()')).toEqual([]);
  });

  it('waits for an older journal of a younger transaction, though an older transaction ended last', async () => {
    const books = new BooksStore(source);
    const seal = new SealJournals(books, new FakeClock());
    await seal.execute();
    const [payer, other] = [await funded(), await funded()];
    const [older, younger] = [source.createQueryRunner(), source.createQueryRunner()];
    for (const runner of [older, younger]) {
      await runner.startTransaction();
      await runner.query('select pg_current_xact_id()');
    }
    // In batches, because a single posting takes a number for its own step as well.
    await ledger.postBatch(younger.manager, TEST_REASON, [aJournal(payer, { reference: 'low' })]);
    await ledger.postBatch(older.manager, TEST_REASON, [aJournal(other, { reference: 'high' })]);
    await older.commitTransaction();
    const sealing = seal.execute();
    await new Promise((resolve) => setTimeout(resolve, 200));
    await younger.commitTransaction();
    for (const runner of [older, younger]) await runner.release();
    expect(await sealing).toBe(1);
    expect(Number((await books.sealHead())?.lastJournal)).toBe(Number(await books.newestJournal()));
    expect(await source.query('select * from ledger_broken_seals()')).toEqual([]);
  });

  it('holds under load from several sealers at once', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => funded()));
    const sealers = Array.from({ length: 2 }, () => new SealJournals(new BooksStore(source), new FakeClock()));
    await Promise.all([
      ...users.map(async (owner) => {
        for (let round = 0; round < 25; round += 1) await ledger.postAlone(aJournal(owner));
      }),
      ...sealers.map(async (seal) => {
        for (let round = 0; round < 8; round += 1) await seal.execute();
      }),
    ]);
    await sealers[0]?.execute();
    expect(await source.query('select * from ledger_broken_seals()')).toEqual([]);
    const [left] = await source.query(
      `select count(*)::integer as left from ledger_journal where id > (select max(last_journal) from ledger_seal)`,
    );
    expect(left).toEqual({ left: 0 });
  });

  async function funded(): Promise<string> {
    const owner = await aUserId(source);
    await fund(source, owner, '100');
    return owner;
  }
});
