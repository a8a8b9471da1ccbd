import { Logger } from '@nestjs/common';
import { someMetrics } from '../../../test/factories/figures.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { LedgerJobs } from './ledger.jobs.js';
import { SealJournals } from './seal-journals.js';
import { WatchBooks } from './watch-books.js';

interface AddedLoop {
  name: string;
  role?: string;
  everyMs: number;
  round: () => Promise<void>;
}

const OPEN = { real: { mode: 'open' }, demo: { mode: 'open' } };
let said: unknown[];

beforeEach(() => {
  said = [];
  for (const level of ['error', 'fatal', 'warn', 'log'] as const)
    jest
      .spyOn(Logger.prototype, level)
      .mockImplementation((...[message]: unknown[]) => void said.push([level, message]));
});
afterEach(() => jest.restoreAllMocks());

describe('the watch over the checks of the books', () => {
  function aWatch() {
    const loops: AddedLoop[] = [];
    const store = {
      silence: 0,
      underWay: '',
      modes: OPEN as Record<string, { mode: string }>,
      secondsUnchecked: () => Promise.resolve(store.silence),
      read: () => Promise.resolve(store.modes),
    };
    const checks: string[] = [];
    const { figures, metrics } = someMetrics();
    const parts: Record<string, () => object> = {};
    const watch = new WatchBooks(
      { add: (loop: AddedLoop) => loops.push(loop) } as never,
      { execute: () => Promise.resolve(checks.push('check')), underWay: () => store.underWay } as never,
      store as never,
      metrics,
      { part: (name: string, check: () => object) => (parts[name] = check) } as never,
    );
    watch.onApplicationBootstrap();
    return { watch, loops, store, checks, figures, parts };
  }

  it.each([
    [180, 1000, false],
    [180.4, 1000, true],
    [1000, 180, false],
    [1000, 180.4, true],
  ])('%d s after the last check and %d s after its start it is late: %s', async (silence, up, isLate) => {
    const { watch, store, figures, parts } = aWatch();
    store.silence = silence;
    await watch.look(up);
    expect(figures).toMatchObject({ booksCheckedSecondsAgo: silence, booksLate: isLate ? 1 : 0 });
    expect(parts.books?.()).toEqual({
      state: isLate ? 'degraded' : 'ok',
      detail: { checkedSecondsAgo: Math.round(silence), isLate },
    });
    expect(said).toEqual(
      isLate ? [['error', `Nobody finished a check of the books for ${Math.round(silence)} s.`]] : [],
    );
  });

  it('says what this process is checking while nobody finishes a check', async () => {
    const { watch, store } = aWatch();
    Object.assign(store, { silence: 200, underWay: 'new for 41 s' });
    await watch.look(1000);
    expect(said).toEqual([
      ['error', 'Nobody finished a check of the books for 200 s. This process is checking: new for 41 s.'],
    ]);
  });

  it('counts the time since its own start', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(5_000_000);
    const { loops, store, figures } = aWatch();
    const look = loops.find(({ name }) => name === 'books.watch');
    expect(look).toMatchObject({ everyMs: 15_000 });
    expect(look?.role).toBeUndefined();
    store.silence = 1000;
    for (const [up, late] of [
      [180_000, 0],
      [180_100, 1],
    ] as const) {
      now.mockReturnValue(5_000_000 + up);
      await look?.round();
      expect([up, figures.booksLate]).toEqual([up, late]);
    }
  });

  it('makes up for a check in a worker once it is overdue', async () => {
    const { loops, store, checks } = aWatch();
    const overdue = loops.find(({ name }) => name === 'books.overdue');
    expect(overdue).toMatchObject({ role: 'worker', everyMs: 15_000 });
    store.silence = 75;
    await overdue?.round();
    expect(checks).toEqual([]);
    store.silence = 75.1;
    await overdue?.round();
    expect(checks).toEqual(['check']);
  });

  it.each([
    ['open', 'open', 'ok'],
    ['cancel-only', 'open', 'degraded'],
    ['open', 'cancel-only', 'degraded'],
  ])('says that real money is %s and demo money %s: %s', async (real, demo, state) => {
    const { watch, store, figures, parts } = aWatch();
    store.modes = { real: { mode: real }, demo: { mode: demo } };
    await watch.look(1);
    expect(figures).toMatchObject({
      'cancelOnly real': real === 'open' ? 0 : 1,
      'cancelOnly demo': demo === 'open' ? 0 : 1,
    });
    expect(parts['cancel-only']?.()).toEqual({ state, detail: { real, demo } });
  });
});

describe('the sealing of journals', () => {
  function aSealing({ hasEnded = true, seals = 0 } = {}) {
    const clock = new FakeClock(Date.UTC(2026, 0, 5, 12));
    const store = {
      hasEnded,
      left: seals,
      head: null as object | null,
      newestJournal: () => Promise.resolve('12'),
      earlierHaveEnded: () => Promise.resolve(store.hasEnded),
      sealNext: () => Promise.resolve(store.left-- > 0),
      sealHead: () => Promise.resolve(store.head),
    };
    return { seal: new SealJournals(store as never, clock), store, clock };
  }
  const head = (id: string) => ({ id, lastJournal: '12', hash: `hash of ${id}` });
  const anchor = (id: string) => ['log', { seal: id, lastJournal: '12', hash: `hash of ${id}` }];

  it('makes as many seals as there are to make, and none while somebody may still write before them', async () => {
    expect(await aSealing({ seals: 3 }).seal.execute()).toBe(3);
    expect(await aSealing().seal.execute()).toBe(0);
    const early = aSealing({ hasEnded: false, seals: 3 });
    expect([await early.seal.execute(), early.store.left]).toEqual([0, 3]);
  });

  it('writes the head of the chain into the log at once, and each minute where it is another one', async () => {
    const { seal, store, clock } = aSealing();
    await seal.execute();
    expect(said).toEqual([]);
    clock.advance(60_000);
    store.head = head('1');
    await seal.execute();
    expect(said).toEqual([anchor('1')]);
    store.head = head('2');
    clock.advance(59_999);
    await seal.execute();
    expect(said).toEqual([anchor('1')]);
    clock.advance(1);
    await seal.execute();
    clock.advance(60_000);
    await seal.execute();
    expect(said).toEqual([anchor('1'), anchor('2')]);
  });
});

it('each job does its own work', async () => {
  const done: string[] = [];
  const work = (name: string) => ({ execute: () => Promise.resolve(done.push(name)) }) as never;
  const jobs = new LedgerJobs(work('check'), work('pass'), work('seal'));
  await jobs.onVerify();
  await jobs.onPass();
  await jobs.onSeal();
  expect(done).toEqual(['check', 'pass', 'seal']);
});
