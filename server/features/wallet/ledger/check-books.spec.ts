import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { createDataSource } from '../../../database/data-source.js';
import type { Book } from '../../../contract/books.js';
import { HealthRegistry } from '../../../platform/health/health.registry.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { aJournal, aLedger, aUserId, fund, TEST_REASON } from '../../../test/factories/ledger.js';
import { postBatch } from '../../../test/factories/posted-batch.js';
import { someLoops } from '../../../test/factories/loops.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { BooksStore } from './books.store.js';
import { BooksProgressStore } from './books-progress.store.js';
import { brokenFor, brokenIn, CheckBooks } from './check-books.js';
import { CheckRound } from './check-round.js';
import { WATCHED, watchedFor } from './invariants.js';
import './ledger-invariants.js';
import type { Ledger } from './ledger.js';
import { SealJournals } from './seal-journals.js';
import { SealsStore } from './seals.store.js';
import { TradingModeStore } from './trading-mode.store.js';
import { TradingMode } from './trading-mode.js';
import { WatchBooks } from './watch-books.js';

/** The first test of a new schema makes the template. */
const DATABASE_LIMIT_MS = 60_000;

let database: TestDatabase;
/** Past all guards: what a test puts there and looks at. */
let source: DataSource;
/** As a process with all roles. */
let serving: DataSource;
let ledger: Ledger;
let metrics: Metrics;
let mode: TradingMode;
let check: CheckBooks;
let user: string;

beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await createTestDatabase();
  source = await createDataSource(database.url, 16).initialize();
  serving = await createDataSource(database.servingUrl, 8).initialize();
  ledger = aLedger(source);
  metrics = new Metrics();
  const modeStore = new TradingModeStore(serving);
  mode = new TradingMode(modeStore, metrics, new FakeClock());
  const progress = new BooksProgressStore(serving);
  check = new CheckBooks(
    new CheckRound(new BooksStore(new ReadSource(serving)), progress),
    progress,
    mode,
    modeStore,
    metrics,
  );
  user = await aUserId(source);
  await fund(source, user, '100');
  await fund(source, user, '100', { kind: 'spot', demo: true });
}, DATABASE_LIMIT_MS);

afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

beforeEach(async () => {
  await source.query(`update trading_mode set mode = 'open', cause = '', verified_at = null, checked_at = null`);
});

const checkedAgo = (interval: string) =>
  source.query(`update trading_mode set checked_at = clock_timestamp() - $1::interval`, [interval]);
const commands = (book: Book = 'real') => serving.transaction((tx) => mode.assertOpen(tx, book));
const health = new HealthRegistry();
const watch = (loops = someLoops()) => new WatchBooks(loops, check, new TradingModeStore(serving), metrics, health);

/** A quarter of a minute in a process with this role. */
async function passes(role: string): Promise<void> {
  const loops = someLoops({ roles: [role] });
  watch(loops);
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'performance', 'setImmediate', 'setTimeout', 'clearTimeout'] });
  try {
    loops.onApplicationBootstrap();
    jest.advanceTimersByTime(15_000);
    await new Promise(setImmediate);
    await loops.beforeApplicationShutdown();
  } finally {
    jest.useRealTimers();
  }
}

/** Somebody with every right writes a balance; answers how to take it back. */
async function breakTheBooks(demo = false): Promise<() => Promise<void>> {
  const change = (by: number) =>
    source.query(`update ledger_account set balance = balance + $1 where kind = 'spot' and demo = $2`, [by, demo]);
  await change(1);
  return async () => void (await change(-1));
}

describe('books in order', () => {
  it('are noted, and money commands go on', async () => {
    const checked = await check.execute();
    expect(checked.length).toBeGreaterThan(15);
    const { real, demo } = await mode.read();
    expect([real, demo]).toMatchObject(Array.from({ length: 2 }, () => ({ verifiedAt: expect.any(Date) })));
    expect(await metrics.text()).toMatch(/gateway_books_broken{book="real"} 0/);
    await commands();
    await commands('demo');
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
    expect(await mode.read()).toMatchObject({
      real: { mode: 'cancel-only', cause: expect.stringContaining('L04') },
      demo: { mode: 'open' },
    });
    expect(brokenIn((await mode.read()).real.cause)).toEqual(['L04']);
    expect(['The books break L13-withdrawals, X02.', 'The books break.', 'L04 was looked at.'].map(brokenIn)).toEqual([
      ['L13-withdrawals', 'X02'],
      [],
      [],
    ]);
    expect(await metrics.text()).toMatch(
      /gateway_books_broken{book="real"} 1[\s\S]*gateway_cancel_only{book="real"} 1/,
    );
    await expect(commands()).rejects.toMatchObject({ code: 'ledger.cancel-only' });

    await repair();
    await check.execute();
    await expect(commands()).rejects.toMatchObject({ code: 'ledger.cancel-only' });
    expect(await mode.clear('real', { operatorId: '7', reason: 'A balance was corrected by hand.' })).toBe(true);
    await commands();
    expect(await mode.clear('real', { operatorId: '7', reason: 'Again.' })).toBe(false);
    const changes = await source.query(
      'select mode, cause, operator_id, demo from trading_mode_change order by id desc limit 2',
    );
    expect(changes).toEqual([
      { mode: 'open', cause: 'A balance was corrected by hand.', operator_id: '7', demo: false },
      { mode: 'cancel-only', cause: 'The books break L04.', operator_id: null, demo: false },
    ]);
  });

  it('cannot be reopened while they are broken', async () => {
    const repair = await breakTheBooks();
    try {
      await check.execute();
      expect(await mode.clear('real', { operatorId: '7', reason: 'By mistake.' })).toBe(false);
      expect(await metrics.text()).toMatch(/gateway_cancel_only{book="real"} 1/);
      await expect(commands()).rejects.toMatchObject({ code: 'ledger.cancel-only' });
    } finally {
      await repair();
    }
  });

  it('of demo money stop demo money alone, and of real money real money alone', async () => {
    const repairDemo = await breakTheBooks(true);
    await check.execute();
    await commands();
    await expect(commands('demo')).rejects.toMatchObject({ code: 'ledger.demo-cancel-only' });
    const repairReal = await breakTheBooks();
    await check.execute();
    await expect(commands()).rejects.toMatchObject({ code: 'ledger.cancel-only' });
    await repairDemo();
    await check.execute();
    expect(await mode.clear('demo', { operatorId: '7', reason: 'Put right.' })).toBe(true);
    await commands('demo');
    expect(await mode.clear('real', { operatorId: '7', reason: 'Put right.' })).toBe(false);
    await repairReal();
  });

  it('stop both when nobody can tell whose they are, and find real rows behind many of demo money', async () => {
    const unknown = { name: 'Z01', says: '', parts: [{ over: 'round', sql: 'select 1 as id, null::boolean as demo' }] };
    const many = `select id, true as demo from generate_series(1, 1000) id union all select 7, false`;
    const crowd = { name: 'Z02', says: '', parts: [{ over: 'round', sql: many }] };
    const [one, two] = await new BooksStore(new ReadSource(serving)).check([unknown, crowd]);
    expect(one?.rows).toEqual([
      { book: 'both', fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/), details: { id: '1' } },
    ]);
    expect([
      brokenFor(
        'real',
        [one, two].filter((found) => found !== undefined),
      ),
      two?.rows.length,
    ]).toEqual([['Z01', 'Z02'], 101]);
    expect(
      brokenFor(
        'demo',
        [one].filter((found) => found !== undefined),
      ),
    ).toEqual(['Z01']);
  });
});

describe('what became due while nobody looked', () => {
  const isWatched = async (interval = '2 minutes'): Promise<boolean | undefined> => {
    const rows: { watched: boolean }[] = await source.query(
      `select ${watchedFor(interval)} as watched from (${WATCHED.looks}) w where not w.demo`,
    );
    return rows[0]?.watched;
  };
  const looked = () => new TradingModeStore(serving).noteChecked('real', true);

  afterAll(() => source.query('update trading_mode set watched_since = null'));

  it('has its time from the first look on; who looks each minute watches all the while', async () => {
    await looked();
    await checkedAgo('170 seconds');
    await looked();
    expect(await isWatched()).toBe(true);
    await checkedAgo('190 seconds');
    await looked();
    expect(await isWatched()).toBe(false);
    await source.query(`update trading_mode set watched_since = now() - interval '121 seconds' where not demo`);
    await looked();
    expect(await isWatched()).toBe(true);
  });

  /** So much time passes without a look; then there is one. */
  const lookAfter = async (seconds: number): Promise<void> => {
    await source.query(
      `update trading_mode set checked_at = clock_timestamp() - make_interval(secs => $1),
              watched_since = watched_since - make_interval(secs => $1) where not demo`,
      [seconds],
    );
    await looked();
  };

  it.each([181, 200, 400, 3600, 20_000])(
    'has an hour once, not anew at each of the looks that come every %i seconds',
    async (seconds) => {
      await source.query('update trading_mode set watched_since = null');
      await looked();
      const seen: (boolean | undefined)[] = [];
      for (let look = 0; look < 23; look += 1) {
        await lookAfter(seconds);
        seen.push(await isWatched('1 hour'));
      }
      // The first look begins the rest, of which each later one takes 180 s: 20 of them are an hour. Then there is another.
      expect(seen).toEqual([...Array(20).fill(false), true, false, false]);
    },
  );
});

it('a book that another process stopped or opened is said to be so by this one', async () => {
  const watching = watch();
  watching.onApplicationBootstrap();
  await checkedAgo('1 second');
  const said = async () => {
    await watching.look(200);
    const figures = await metrics.text();
    const stopped = ['real', 'demo'].filter((book) => figures.includes(`gateway_cancel_only{book="${book}"} 1`));
    const open = ['real', 'demo'].filter((book) => figures.includes(`gateway_cancel_only{book="${book}"} 0`));
    const { 'cancel-only': modes } = await health.ask();
    return { stopped, open, state: modes?.state, real: modes?.detail?.real, demo: modes?.detail?.demo };
  };
  await source.query(`update trading_mode set mode = 'cancel-only' where demo`);
  expect(await said()).toEqual({
    stopped: ['demo'],
    open: ['real'],
    state: 'degraded',
    real: 'open',
    demo: 'cancel-only',
  });
  await source.query(`update trading_mode set mode = case when demo then 'open' else 'cancel-only' end`);
  expect(await said()).toEqual({
    stopped: ['real'],
    open: ['demo'],
    state: 'degraded',
    real: 'cancel-only',
    demo: 'open',
  });
  await source.query(`update trading_mode set mode = 'open'`);
  expect(await said()).toEqual({ stopped: [], open: ['real', 'demo'], state: 'ok', real: 'open', demo: 'open' });
});

describe('a check that does not come', () => {
  it('is an alarm, and money goes on', async () => {
    await checkedAgo('8 hours');
    const watching = watch();
    watching.onApplicationBootstrap();
    await watching.look(170);
    expect(await metrics.text()).toMatch(/gateway_books_late 0/);
    expect(await health.ask()).toMatchObject({ books: { state: 'ok' }, 'cancel-only': { state: 'ok' } });
    await watching.look(190);
    expect(await metrics.text()).toMatch(/gateway_books_late 1/);
    expect(await health.ask()).toMatchObject({ books: { state: 'degraded', detail: { isLate: true } } });
    await commands();
    await commands('demo');
    await check.execute();
    await watching.look(190);
    expect(await metrics.text()).toMatch(/gateway_books_late 0/);
  });

  it('is made up for by a worker without the schedule', async () => {
    await checkedAgo('60 seconds');
    await passes('worker');
    expect(await new TradingModeStore(serving).secondsUnchecked()).toBeGreaterThan(50);
    await checkedAgo('80 seconds');
    await passes('gateway');
    expect(await new TradingModeStore(serving).secondsUnchecked()).toBeGreaterThan(50);
    await passes('worker');
    expect(await new TradingModeStore(serving).secondsUnchecked()).toBeLessThan(50);
  });
});

it.each([
  ['goes on in the next, where there was too much for one', null, 1],
  ['failed in a part, where it did, and not that it goes on', new Error('no such part'), 0],
] as const)('a check says that it %s', async (_what, failure, warnings) => {
  const round = {
    execute: () => Promise.resolve({ checked: [], isComplete: false, failure, took: {} }),
  } as unknown as CheckRound;
  const unfinished = new CheckBooks(
    round,
    new BooksProgressStore(serving),
    mode,
    new TradingModeStore(serving),
    metrics,
  );
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  try {
    const said = unfinished.execute();
    await (failure ? expect(said).rejects.toThrow('no such part') : expect(said).resolves.toEqual([]));
    expect(warn).toHaveBeenCalledTimes(warnings);
  } finally {
    warn.mockRestore();
  }
});

describe('sealing', () => {
  it('waits for journals that are still being written, and leaves none out', async () => {
    const seals = new SealsStore(serving);
    const seal = new SealJournals(seals, new FakeClock());
    await seal.execute();
    const payer = await funded();
    const slow = source.createQueryRunner();
    await slow.startTransaction();
    await ledger.post(slow.manager, aJournal(payer, { reference: 'slow' }));
    const quick = await ledger.postAlone(aJournal(await funded(), { reference: 'quick' }));
    const sealing = seal.execute();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(Number((await seals.sealHead())?.lastJournal)).toBeLessThan(Number(quick.journalId) - 1);
    await slow.commitTransaction();
    await slow.release();
    expect(await sealing).toBe(1);
    expect(Number((await seals.sealHead())?.lastJournal)).toBeGreaterThanOrEqual(Number(quick.journalId));
    expect(await source.query('select * from ledger_broken_seals(1, 1000000)')).toEqual([]);
  });

  it('waits for an older journal of a younger transaction, though an older transaction ended last', async () => {
    const seals = new SealsStore(serving);
    const seal = new SealJournals(seals, new FakeClock());
    await seal.execute();
    const [payer, other] = [await funded(), await funded()];
    const [older, younger] = [source.createQueryRunner(), source.createQueryRunner()];
    for (const runner of [older, younger]) {
      await runner.startTransaction();
      await runner.query('select pg_current_xact_id()');
    }
    // In batches, because a single posting takes a number for its own step as well.
    await postBatch(younger.manager, TEST_REASON, [aJournal(payer, { reference: 'low' })]);
    await postBatch(older.manager, TEST_REASON, [aJournal(other, { reference: 'high' })]);
    await older.commitTransaction();
    const sealing = seal.execute();
    await new Promise((resolve) => setTimeout(resolve, 200));
    await younger.commitTransaction();
    for (const runner of [older, younger]) await runner.release();
    expect(await sealing).toBe(1);
    expect(Number((await seals.sealHead())?.lastJournal)).toBe(Number(await seals.newestJournal()));
    expect(await source.query('select * from ledger_broken_seals(1, 1000000)')).toEqual([]);
  });

  it('holds under load from several sealers at once', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => funded()));
    const sealers = Array.from({ length: 2 }, () => new SealJournals(new SealsStore(serving), new FakeClock()));
    await Promise.all([
      ...users.map(async (owner) => {
        for (let round = 0; round < 25; round += 1) await ledger.postAlone(aJournal(owner));
      }),
      ...sealers.map(async (seal) => {
        for (let round = 0; round < 8; round += 1) await seal.execute();
      }),
    ]);
    await sealers[0]?.execute();
    expect(await source.query('select * from ledger_broken_seals(1, 1000000)')).toEqual([]);
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
