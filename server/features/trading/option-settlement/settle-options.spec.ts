import { Logger } from '@nestjs/common';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { SettleOptions } from './settle-options.js';
import type { DueWindow, StoredSettlement } from './settlements.store.js';

const NOON = Date.UTC(2026, 0, 5, 12);
const ENTRY = NOON - 60_000;
const RULE = { version: 1, windowSeconds: 5, decimals: 2, constituentsMin: 1, origin: 'live' } as const;
const WINDOW: DueWindow = { marketId: 1, closesAt: NOON, rule: RULE };

interface Order {
  id: string;
  userId: string;
  demo?: boolean;
}

/** One window and its orders, without a database: what is settled, by what, and in which pieces. */
function aRun(orders: Order[], { decided = null as Partial<StoredSettlement> | null, isWritten = true } = {}) {
  const clock = new FakeClock(NOON);
  const open = new Map(orders.map((order) => [order.id, order]));
  const seen = {
    batches: [] as string[][],
    decisions: [] as { window: DueWindow; at: number }[],
    savedEntries: [] as number[],
    results: [] as string[],
    announced: [] as string[],
    delays: [] as number[],
    settled: 0,
    parked: -1,
    lag: -1,
  };
  const settlement = (values: Partial<StoredSettlement>): StoredSettlement => ({
    id: '9',
    price: '50010',
    reason: null,
    samples: [],
    decidedAt: NOON,
    ...values,
  });
  const given = { windows: [WINDOW], failing: new Map<string, Error>(), entries: [ENTRY], isWritten };
  const store = {
    due: () => Promise.resolve(given.windows),
    find: () => Promise.resolve(decided && settlement(decided)),
    // The database decides by itself, once the tape's samples are written.
    decide: (window: DueWindow, at: number) => {
      seen.decisions.push({ window, at });
      return Promise.resolve(given.isWritten ? settlement({}) : null);
    },
    options: () =>
      Promise.resolve({ options: [{ direction: 'rise', entry: '50000', evenBand: '1' }], entries: given.entries }),
    saveEntries: (_market: number, seconds: number[]) => {
      seen.savedEntries.push(...seconds);
      return Promise.resolve();
    },
    orders: (_window: unknown, demo: boolean, { limit, except }: { limit: number; except: string[] }) =>
      Promise.resolve(
        [...open.values()].filter((one) => (one.demo ?? false) === demo && !except.includes(one.id)).slice(0, limit),
      ),
    settle: (_tx: unknown, { orderIds }: { orderIds: string[] }, batch: { outcomes: { result: string }[] }) => {
      seen.batches.push(orderIds);
      // Whoever goes on for ever is stopped.
      if (seen.batches.length > 50) throw Object.assign(new Error('for ever'), { code: '57P01' });
      seen.results.push(...batch.outcomes.map(({ result }) => result));
      for (const id of orderIds) {
        const failure = given.failing.get(id);
        if (failure) return Promise.reject(failure);
      }
      const users = orderIds.flatMap((id) => open.get(id)?.userId ?? []);
      for (const id of orderIds) open.delete(id);
      return Promise.resolve({ settled: users.length, userIds: users });
    },
  };
  const settle = new SettleOptions(
    store as never,
    { runStatement: (work: (tx: unknown) => unknown) => work('tx') } as never,
    { announce: (_tx: unknown, users: string[]) => seen.announced.push(...users) } as never,
    clock,
    {
      optionLagSeconds: { set: (seconds: number) => (seen.lag = seconds) },
      optionsParked: { set: (count: number) => (seen.parked = count) },
      optionsSettled: { inc: (count: number) => (seen.settled += count) },
      optionDelaySeconds: { observe: (seconds: number) => seen.delays.push(seconds) },
    } as never,
  );
  return { settle, seen, given, clock, left: () => [...open.keys()] };
}

const failure = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });
const BROKEN = failure('P0001');

beforeAll(() => Logger.overrideLogger(false));

describe('a window', () => {
  it('whose samples may still come waits, is told as late, and is settled as soon as it is decided', async () => {
    const { settle, seen, given, clock } = aRun([{ id: '1', userId: '1' }], { isWritten: false });
    clock.set(NOON + 39_999);
    expect(await settle.execute()).toEqual({ settled: 0, waiting: 1 });
    expect([seen.lag, seen.batches]).toEqual([39.999, []]);
    given.isWritten = true;
    clock.set(NOON + 40_000);
    expect(await settle.execute()).toEqual({ settled: 1, waiting: 0 });
    expect(seen.decisions).toEqual([
      { window: WINDOW, at: NOON + 39_999 },
      { window: WINDOW, at: NOON + 40_000 },
    ]);
    given.windows = [];
    await settle.execute();
    expect(seen.lag).toBe(0);
  });

  it('that was decided is paid by that decision, whatever the tape says by now', async () => {
    const { settle, seen } = aRun([{ id: '1', userId: '1' }], { decided: { price: '49000' } });
    expect(await settle.execute()).toEqual({ settled: 1, waiting: 0 });
    expect(seen.decisions).toEqual([]);
    expect(new Set(seen.results)).toEqual(new Set(['loss']));
    const voided = aRun([{ id: '1', userId: '1' }], { decided: { price: null, reason: 'samples-missing' } });
    await voided.settle.execute();
    expect(new Set(voided.seen.results)).toEqual(new Set(['void']));
  });

  it('keeps the seconds of its entries', async () => {
    const { settle, seen, given } = aRun([{ id: '1', userId: '1' }], { decided: {} });
    given.entries = [ENTRY, ENTRY + 3000, ENTRY + 90_000];
    await settle.execute();
    expect(seen.savedEntries).toEqual([ENTRY, ENTRY + 3000, ENTRY + 90_000]);
  });

  it('that fails holds up no other, unless the database is away', async () => {
    const { settle, given, seen, clock } = aRun([{ id: '1', userId: '1' }], { decided: {} });
    const [other] = given.windows;
    const broken = { ...WINDOW, marketId: 2 };
    given.windows = [broken, other as DueWindow];
    const store = (settle as unknown as { store: { options: (window: DueWindow) => Promise<unknown> } }).store;
    const options = store.options.bind(store);
    store.options = (window) => (window.marketId === 2 ? Promise.reject(BROKEN) : options(window));
    expect(await settle.execute()).toEqual({ settled: 1, waiting: 0 });
    expect(seen.settled).toBe(1);
    store.options = () => Promise.reject(failure('57P01'));
    clock.advance(1000);
    await expect(settle.execute()).rejects.toMatchObject({ code: '57P01' });
  });
});

describe('orders of a window', () => {
  it('are settled of both books, announced, and counted with how late they were', async () => {
    const { settle, seen, clock, left } = aRun(
      [
        { id: '1', userId: '11' },
        { id: '2', userId: '12' },
        { id: '3', userId: '13', demo: true },
      ],
      { decided: {} },
    );
    clock.set(NOON + 2500);
    expect(await settle.execute()).toEqual({ settled: 3, waiting: 0 });
    expect(left()).toEqual([]);
    expect(seen).toMatchObject({
      batches: [['1', '2'], ['3']],
      announced: ['11', '12', '13'],
      settled: 3,
      parked: 0,
      delays: [2.5, 2.5],
    });
  });

  it('that somebody else has settled meanwhile are neither counted nor late', async () => {
    const { settle, seen } = aRun([{ id: '1', userId: '11' }], { decided: {} });
    const store = (settle as unknown as { store: { settle: () => Promise<unknown> } }).store;
    store.settle = () => Promise.resolve({ settled: 0, userIds: [] });
    expect(await settle.execute()).toEqual({ settled: 0, waiting: 0 });
    expect([seen.settled, seen.delays]).toEqual([0, []]);
  });

  it('of which one cannot be settled are all settled but that one, which is left alone for thirty seconds', async () => {
    const orders = ['1', '2', '3', '4', '5', '6', '7'].map((id) => ({ id, userId: id }));
    for (const broken of orders) {
      const { settle, seen, given, clock, left } = aRun(orders, { decided: {} });
      given.failing.set(broken.id, BROKEN);
      expect(await settle.execute()).toEqual({ settled: 6, waiting: 0 });
      expect(left()).toEqual([broken.id]);
      expect([seen.settled, seen.parked]).toEqual([6, 1]);
      given.failing.clear();
      clock.advance(29_999);
      expect(await settle.execute()).toEqual({ settled: 0, waiting: 0 });
      clock.advance(1);
      expect(await settle.execute()).toEqual({ settled: 1, waiting: 0 });
      expect(seen.parked).toBe(0);
    }
  });

  it.each(['55P03', '57014', '40P01', '40001'])(
    'that fail for a reason that passes (%s) are left to the next run, which comes at any time',
    async (code) => {
      const { settle, seen, given } = aRun(
        [
          { id: '1', userId: '1' },
          { id: '2', userId: '2' },
        ],
        { decided: {} },
      );
      given.failing.set('2', failure(code));
      expect(await settle.execute()).toEqual({ settled: 1, waiting: 0 });
      expect(seen.parked).toBe(0);
      given.failing.clear();
      expect(await settle.execute()).toEqual({ settled: 1, waiting: 0 });
    },
  );

  it('end with the pass where the database is away, and are not cut into pieces', async () => {
    const { settle, seen, given } = aRun(
      [
        { id: '1', userId: '1' },
        { id: '2', userId: '2' },
      ],
      { decided: {} },
    );
    given.failing.set('1', failure('57P01'));
    await expect(settle.execute()).rejects.toMatchObject({ code: '57P01' });
    expect(seen.batches).toEqual([['1', '2']]);
  });
});
