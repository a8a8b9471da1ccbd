import { someLoops } from '../../../test/factories/loops.js';
import type { BookOfMarket } from '../futures-index/index.js';
import type { FiredStop } from './futures-triggers.store.js';
import { FillClosings } from './fill-closings.js';
import { RetryStops } from './retry-stops.js';
import { SweepTriggers } from './sweep-triggers.js';
import { TriggerStops } from './trigger-stops.js';
import { WatchClosings } from './watch-closings.js';
import { WatchOrders } from './watch-orders.js';

/** Order of the rounds and isolation of failures, with fake stores and prices. */
const NOW = 1_000_000;
const BOOK: BookOfMarket = { marketId: 1, demo: false };

describe('stops', () => {
  const MARKET = {
    last: '100',
    mark: '101',
    index: '100.5' as string | null,
    at: 5,
    sampledAt: 6 as number | null,
    market: { bandRatio: '0.05' },
  };
  let market: typeof MARKET | null;
  let rows: object[];
  let reached: { positionId: number; kind: 'stop-loss' | 'take-profit' }[];
  let fired: FiredStop[][];
  let closed: string[];
  let refreshed: number[][];
  let asked: [string, number][];
  let failing: string | null;
  /** How many were closed when receipts were written. */
  let closedBefore: number[] = [];
  /** The position whose receipt cannot be written. */
  let unwritable: string | null = null;
  let queries: object[];

  beforeEach(() => {
    [market, rows, reached, fired, closed, refreshed, asked, failing] = [MARKET, [], [], [], [], [], [], null];
    queries = [];
  });

  const stops = new TriggerStops(
    {
      reachedStops: (_book: BookOfMarket, source: string, price: number) => {
        asked.push([source, price]);
        return reached.map((each) => ({ ...each, source }));
      },
    } as never,
    { stops: async (ids: number[]) => rows.filter((row) => ids.includes(Number((row as { id: string }).id))) } as never,
    { open: (query: object) => (queries.push(query), market) } as never,
    { epoch: 'e', sequence: 8 } as never,
    { refresh: async (ids: number[]) => refreshed.push(ids) } as never,
    {
      fire: async (some: FiredStop[]) => {
        fired.push(some);
        closedBefore.push(closed.length);
        if (some.some(({ positionId }) => positionId === unwritable)) throw new Error('not written');
        return some.map(({ positionId }) => positionId);
      },
      close: async ({ id }: { id: string }) => {
        closed.push(id);
        if (id === failing) throw new Error('not closed');
      },
    } as never,
  );
  const row = (id: string, values: object) => ({
    id,
    marketId: 1,
    demo: false,
    side: 'long',
    takeProfit: null,
    takeProfitSource: 'last',
    stopLoss: null,
    stopLossSource: 'last',
    ...values,
  });

  it.each<[string, 'stop-loss' | 'take-profit', object, boolean]>([
    ['a stop-loss of a long at its level', 'stop-loss', { stopLoss: '100' }, true],
    ['a stop-loss of a long above the price', 'stop-loss', { stopLoss: '100.01' }, true],
    ['no stop-loss of a long below it', 'stop-loss', { stopLoss: '99.99' }, false],
    ['a take-profit of a long at its level', 'take-profit', { takeProfit: '100' }, true],
    ['no take-profit of a long above the price', 'take-profit', { takeProfit: '100.01' }, false],
    ['a stop-loss of a short at its level', 'stop-loss', { side: 'short', stopLoss: '100' }, true],
    ['no stop-loss of a short above the price', 'stop-loss', { side: 'short', stopLoss: '100.01' }, false],
    ['a take-profit of a short at its level', 'take-profit', { side: 'short', takeProfit: '100' }, true],
    ['no take-profit of a short below it', 'take-profit', { side: 'short', takeProfit: '99.99' }, false],
    ['nothing that is not set any more', 'stop-loss', { takeProfit: '100' }, false],
    ['nothing by another price than its own', 'stop-loss', { stopLoss: '100', stopLossSource: 'mark' }, false],
  ])('fire: %s', async (_what, kind, values, isFired) => {
    rows = [row('7', values)];
    reached = [{ positionId: 7, kind }];
    expect(await stops.execute(BOOK, ['last'])).toBe(isFired ? 1 : 0);
    const receipt = {
      positionId: '7',
      kind,
      source: 'last',
      level: '100',
      value: '100',
      epoch: 'e',
      sequence: 8,
      valueAt: 5,
    };
    const level = fired[0]?.[0]?.level;
    expect(fired).toEqual([isFired ? [{ ...receipt, level }] : []]);
    expect([closed, refreshed]).toEqual([isFired ? ['7'] : [], [[7]]]);
  });

  it('ask the prices that there are, and note when each was made', async () => {
    rows = [row('7', { stopLoss: '101', stopLossSource: 'mark' })];
    reached = [{ positionId: 7, kind: 'stop-loss' }];
    expect(await stops.execute(BOOK)).toBe(1);
    expect(asked).toEqual([
      ['last', 100],
      ['mark', 101],
      ['index', 100.5],
    ]);
    const closing = { marketId: 1, demo: false, product: 'perpetual', risk: 'reducing' };
    expect(queries).toEqual([closing, closing]);
    expect(fired[0]).toMatchObject([{ source: 'mark', value: '101', valueAt: 6 }]);
    market = { ...MARKET, sampledAt: null };
    await stops.execute(BOOK);
    expect(fired[1]).toMatchObject([{ valueAt: 5 }]);
    market = null;
    expect(await stops.execute(BOOK)).toBe(0);
    expect(fired).toHaveLength(2);
  });

  it('do not go by a last price of one venue while the index is somewhere else', async () => {
    rows = [row('7', { stopLoss: '100' })];
    reached = [{ positionId: 7, kind: 'stop-loss' }];
    // Half of the band is 2.5 % of the index.
    market = { ...MARKET, index: '103' };
    expect(await stops.execute(BOOK)).toBe(0);
    expect(asked).toEqual([
      ['mark', 101],
      ['index', 103],
    ]);
    market = { ...MARKET, index: '102' };
    expect(await stops.execute(BOOK)).toBe(1);
  });

  it('fire so many at once, and one that cannot be closed keeps no other from it', async () => {
    reached = Array.from({ length: 201 }, (_, place) => ({ positionId: place + 1, kind: 'stop-loss' as const }));
    rows = reached.slice(1).map(({ positionId }) => row(String(positionId), { stopLoss: '100' }));
    failing = '2';
    await expect(stops.execute(BOOK, ['last'])).rejects.toThrow('not closed');
    expect(fired.map((some) => some.length)).toEqual([199, 1]);
    expect(closed).toHaveLength(200);
    expect(refreshed.map((ids) => ids.length)).toEqual([200, 1]);
  });

  it('have their receipts before the first of them is closed, and receipts that fail keep no others from it', async () => {
    reached = Array.from({ length: 601 }, (_, place) => ({ positionId: place + 1, kind: 'stop-loss' as const }));
    rows = reached.map(({ positionId }) => row(String(positionId), { stopLoss: '100' }));
    closedBefore = [];
    unwritable = '201';
    await expect(stops.execute(BOOK, ['last'])).rejects.toThrow('not written');
    unwritable = null;
    expect(fired.map(([first]) => first?.positionId)).toEqual(['1', '201', '401', '601']);
    expect(closedBefore).toEqual([0, 0, 0, 0]);
    expect(closed).toHaveLength(401);
  });

  it('are closed so many in a look, so that one market holds up no other, and the next one goes on', async () => {
    reached = Array.from({ length: 1201 }, (_, place) => ({ positionId: place + 1, kind: 'stop-loss' as const }));
    rows = reached.map(({ positionId }) => row(String(positionId), { stopLoss: '100' }));
    expect(await stops.execute(BOOK, ['last'])).toBe(1201);
    expect(closed).toHaveLength(1000);
    expect(refreshed.flat()).toHaveLength(1201);
    // The index has them until they are closed, and nobody fires them again.
    reached = reached.slice(1000);
    [fired, closed] = [[], []];
    expect(await stops.execute(BOOK, ['last'])).toBe(0);
    expect(fired).toEqual([]);
    expect(closed).toEqual(reached.map(({ positionId }) => String(positionId)));
    reached = [];
    expect(await stops.execute(BOOK, ['last'])).toBe(0);
    expect(closed).toHaveLength(201);
  });
});

describe('stops that fired and wait', () => {
  it('are looked for in the books that are asked for, which go on each from its own place, and are late together', async () => {
    const late: number[] = [];
    const asked: [object[], boolean[]][] = [];
    let waiting: object[] = [];
    const retry = new RetryStops(
      {
        firedStops: async (places: object[], _limit: number, books: boolean[]) => (
          asked.push([places, books]), waiting
        ),
      } as never,
      { open: () => null } as never,
      { close: async () => false } as never,
      { now: () => NOW } as never,
      { stopsLate: { set: (count: number) => late.push(count) } } as never,
    );
    Object.assign(retry, { logger: { warn: jest.fn() } });
    const place = (demo: boolean) => ({ marketId: 1, demo, triggerId: demo ? '20' : '10' });
    const ofBook = async (demo: boolean, count: number) => {
      waiting = Array.from({ length: count }, () => ({ id: '1', ...place(demo), triggeredAt: new Date(NOW - 3001) }));
      return retry.execute([demo]);
    };
    expect([await ofBook(false, 1), await ofBook(true, 2), await ofBook(false, 0), await ofBook(true, 2)]).toEqual([
      1, 2, 0, 2,
    ]);
    expect(late).toEqual([1, 3, 2, 2]);
    expect(asked).toEqual([
      [[], [false]],
      [[], [true]],
      [[place(false)], [false]],
      [[place(true)], [true]],
    ]);
  });

  it('are late after more than three seconds, as long as they are not closed', async () => {
    const late: number[] = [];
    const stop = (id: string, age: number) => ({
      id,
      triggerId: `${id}0`,
      marketId: 1,
      demo: id === '2',
      triggeredAt: new Date(NOW - age),
    });
    const waiting = [stop('1', 3001), stop('2', 3000), stop('3', 9000), stop('4', 9000)];
    const looked: object[] = [];
    const limits: number[] = [];
    const asked: object[][] = [];
    const retry = new RetryStops(
      {
        firedStops: async (places: object[], limit: number) => (asked.push(places), limits.push(limit), waiting),
      } as never,
      { open: (query: object) => (looked.push(query), 'market') } as never,
      {
        close: async ({ id }: { id: string }) => {
          if (id === '4') throw new Error('not closed');
          return id === '3';
        },
      } as never,
      { now: () => NOW } as never,
      { stopsLate: { set: (count: number) => late.push(count) } } as never,
    );
    Object.assign(retry, { logger: { warn: jest.fn() } });
    await expect(retry.execute()).rejects.toThrow('not closed');
    expect([late, limits]).toEqual([[2], [200]]);
    expect(looked).toContainEqual({ marketId: 1, demo: true, product: 'perpetual', risk: 'reducing' });
    waiting.length = 1;
    expect(await retry.execute()).toBe(1);
    waiting.length = 0;
    expect(await retry.execute()).toBe(0);
    expect(late).toEqual([2, 1, 0]);
    // Each book of a market goes on behind the last one that was tried, and one in which none waits begins anew.
    const place = (demo: boolean, triggerId: string) => ({ marketId: 1, demo, triggerId });
    expect(asked).toEqual([[], [place(false, '40'), place(true, '20')], [place(false, '10')]]);
  });
});

describe('orders that wait to close', () => {
  const ORDER = {
    id: '1',
    userId: '5',
    positionId: '9',
    marketId: 1,
    demo: false,
    side: 'long',
    limitPrice: '90',
    isBehind: true,
  };
  type Best = { marketId: number; demo: boolean; bid: string; ask: string; places: object };
  let orders: (typeof ORDER)[];
  let asked: { levels: Best[]; leftOut: string[] }[];
  let tried: string[];
  let refreshed: number[][];
  let books: Record<string, { bids?: string[][]; asks?: string[][] } | null>;
  let closes: (id: string) => string;
  let queries: object[];
  let now: number;
  let fill: FillClosings;

  beforeEach(() => {
    [orders, asked, tried, refreshed, queries, now] = [[], [], [], [], [], NOW];
    books = { 1: { bids: [['99', '1']], asks: [['101', '1']] } };
    closes = () => 'filled';
    fill = new FillClosings(
      {
        open: (query: { marketId: number }) => (
          queries.push(query), query.marketId in books ? { book: books[query.marketId] } : null
        ),
      } as never,
      {
        reached: async (levels: Best[], leftOut: string[], limit: number) => {
          asked.push({ levels, leftOut });
          expect(limit).toBe(200);
          return orders.filter(({ demo }) => demo === levels[0]?.demo);
        },
      } as never,
      { refresh: async (ids: number[]) => refreshed.push(ids) } as never,
      { closeAtLimit: async ({ id }: { id: string }) => (tried.push(id), closes(id)) } as never,
      { now: () => now } as never,
    );
  });

  it('are looked for by the best levels of each book that closes positions, real money first', async () => {
    books = {
      1: { bids: [['99', '1']], asks: [['101', '1']] },
      2: { bids: [['98', '1']], asks: [] },
      3: { bids: [], asks: [['102', '1']] },
      4: { bids: [], asks: [] },
      5: null,
    };
    expect(await fill.execute([1, 2, 3, 4, 5, 6])).toBe(0);
    const places = { long: null, short: null };
    const of = (demo: boolean) => [
      { marketId: 1, demo, bid: '99', ask: '101', places },
      { marketId: 2, demo, bid: '98', ask: 'Infinity', places },
      { marketId: 3, demo, bid: '0', ask: '102', places },
    ];
    expect(asked.map(({ levels }) => levels)).toEqual([of(false), of(true)]);
    expect(queries[0]).toEqual({ marketId: 1, demo: false, product: 'perpetual', risk: 'reducing' });
    expect(await fill.execute([6])).toBe(0);
    expect([asked.length, refreshed]).toEqual([2, []]);
    await fill.execute([1], [true]);
    expect(asked.slice(2).map(({ levels }) => levels.map(({ demo }) => demo))).toEqual([[true]]);
  });

  it('are counted where they were filled, and their positions are read again', async () => {
    orders = [ORDER, { ...ORDER, id: '2', positionId: '10' }, { ...ORDER, id: '3', positionId: '11', marketId: 6 }];
    closes = (id) => (id === '2' ? 'waits' : 'filled');
    expect(await fill.execute([1])).toBe(1);
    expect(refreshed).toEqual([[9]]);
  });

  it('do not keep each other from being filled', async () => {
    orders = [ORDER, { ...ORDER, id: '2', positionId: '10' }, { ...ORDER, id: '3', positionId: '11', demo: true }];
    closes = (id) => {
      if (id === '1') throw new Error('not filled');
      return 'filled';
    };
    await expect(fill.execute([1])).rejects.toThrow('not filled');
    expect(refreshed).toEqual([[10], [11]]);
  });

  it('of a position whose loss other rows of its account back are left out at once, and for half a minute; those rows are not', async () => {
    orders = [
      ORDER,
      { ...ORDER, id: '2' },
      // What would pay for the loss, in the same account.
      { ...ORDER, id: '3', positionId: '10' },
      { ...ORDER, id: '4', positionId: '11', userId: '6' },
    ];
    closes = (id) => (id === '1' ? 'backed' : 'filled');
    expect(await fill.execute([1])).toBe(2);
    expect(tried).toEqual(['1', '3', '4']);
    const leftOut = async () => {
      orders = [];
      await fill.execute([1], [false]);
      return asked.at(-1)?.leftOut;
    };
    expect(await leftOut()).toEqual(['9']);
    now += 29_999;
    expect(await leftOut()).toEqual(['9']);
    now += 1;
    expect(await leftOut()).toEqual([]);
  });

  it('have their turn behind as many as wait before them, whatever becomes of those', async () => {
    const placeOf = async () => {
      await fill.execute([1]);
      return asked.at(-2)?.levels[0]?.places;
    };
    const some = (count: number, values: Partial<typeof ORDER> = {}) =>
      Array.from({ length: count }, (_, place) => ({ ...ORDER, id: String(place + 1), ...values }));
    closes = () => 'waits';
    orders = [...some(200), ...some(199, { side: 'short', limitPrice: '110' })];
    expect(await placeOf()).toEqual({ long: null, short: null });
    // Those that are the best, and not behind the place, do not move it.
    orders = [...some(200, { isBehind: false }), ...some(200, { limitPrice: '91' })];
    expect(await placeOf()).toEqual({ long: { limitPrice: '90', id: '200' }, short: null });
    orders = [...some(200, { isBehind: false }), ...some(1)];
    expect(await placeOf()).toEqual({ long: { limitPrice: '91', id: '200' }, short: null });
    // The end was reached, and the best are next.
    expect(await placeOf()).toEqual({ long: null, short: null });
  });
});

describe('a round', () => {
  let done: string[];
  let failing: string | null;
  let loaded: boolean;
  /** What goes on until it is let go. */
  let held: { what: string; go: () => void } | null;
  let watch: WatchOrders;

  const note = async (what: string) => {
    done.push(what);
    if (what === held?.what) await new Promise<void>((go) => (held = { what, go }));
    if (what === failing) throw new Error(`${what} failed`);
    if (failing !== 'the process') return;
    failing = null;
    throw Object.assign(new Error('gone'), { code: '57P01' });
  };
  beforeEach(() => {
    [done, failing, loaded, held] = [[], null, true, null];
    watch = new WatchOrders(
      someLoops({ roles: ['worker'] }),
      { on: () => () => {} } as never,
      {} as never,
      {
        get loaded() {
          return loaded;
        },
      } as never,
      { execute: ({ marketId, demo }: BookOfMarket) => note(`orders ${marketId} ${demo}`) } as never,
      { execute: ({ marketId, demo }: BookOfMarket) => note(`stops ${marketId} ${demo}`) } as never,
    );
  });
  const REAL = ['stops 1 false', 'orders 1 false', 'stops 2 false', 'orders 2 false'];
  const DEMO = ['stops 1 true', 'orders 1 true', 'stops 2 true', 'orders 2 true'];

  it('looks at stops and orders of its book, and at each market once', async () => {
    await watch.check([1, 2], false);
    expect(done).toEqual(REAL);
    await watch.check([1, 2], true);
    expect(done).toEqual([...REAL, ...DEMO]);
  });

  it('of real money waits for none of demo money', async () => {
    held = { what: 'stops 1 true', go: () => {} };
    const demo = watch.check([1, 2], true);
    await settled();
    await watch.check([1, 2], false);
    expect(done).toEqual(['stops 1 true', ...REAL]);
    held.go();
    await demo;
    expect(done).toEqual(['stops 1 true', ...REAL, ...DEMO.slice(1)]);
  });

  it('goes on behind what fails, and says so', async () => {
    failing = 'stops 1 false';
    await expect(watch.check([1, 2], false)).rejects.toThrow('stops 1 false failed');
    expect(done).toEqual(REAL);
  });

  it('that ends early leaves the other markets to the next one', async () => {
    failing = 'the process';
    await expect(watch.check([1, 2], false)).rejects.toThrow('gone');
    // The round that it asked for.
    while (done.length < 3) await settled();
    expect(done).toEqual(['stops 1 false', ...REAL.slice(2)]);
  });

  it('does nothing before it is known what is open', async () => {
    loaded = false;
    await watch.check([1], false);
    loaded = true;
    await watch.check([], false);
    expect(done).toEqual([]);
  });

  it('of the sweep looks at futures markets alone, behind the stops that wait', async () => {
    const sweepOf = (retry: (books: boolean[]) => Promise<void>) =>
      new SweepTriggers(
        { add: () => null } as never,
        {
          all: () => [
            { id: 1, perpetual: true },
            { id: 2, perpetual: false },
          ],
        } as never,
        {
          get loaded() {
            return loaded;
          },
        } as never,
        { execute: retry } as never,
        { check: (ids: number[], demo: boolean) => note(`check ${ids.join()} ${demo}`) } as never,
        { wake: (ids: number[], demo: boolean) => void note(`closings ${ids.join()} ${demo}`) } as never,
      );
    const ofBook = (demo: boolean) => done.filter((what) => what.endsWith(String(demo)));
    await sweepOf(([demo]) => note(`retry ${demo}`)).execute();
    for (const demo of [false, true]) {
      expect(ofBook(demo)).toEqual([`closings 1 ${demo}`, `retry ${demo}`, `check 1 ${demo}`]);
    }
    await expect(sweepOf(() => Promise.reject(new Error('no retry'))).execute()).rejects.toThrow('no retry');
    expect([ofBook(false).slice(3), ofBook(true).slice(3)]).toEqual([
      ['closings 1 false', 'check 1 false'],
      ['closings 1 true', 'check 1 true'],
    ]);
    loaded = false;
    await sweepOf(([demo]) => note(`retry ${demo}`)).execute();
    expect(done).toHaveLength(10);
  });
});

describe('rounds of what waits to close', () => {
  it('are apart for each book, and nobody waits for their end', async () => {
    const looked: [number[], boolean[]][] = [];
    const follow = { loaded: true };
    let ends = () => {};
    const fill = {
      execute: (ids: number[], books: boolean[]) => {
        looked.push([ids, books]);
        return new Promise<number>((done) => (ends = () => done(0)));
      },
    };
    const updates = { on: () => () => {} };
    const loops = someLoops({ roles: ['worker'] });
    const watch = new WatchClosings(loops, updates as never, {} as never, follow as never, fill as never);
    for (const demo of [false, true]) watch.wake([1, 2], demo);
    await settled();
    // Neither has ended: what is heard meanwhile is for the next round.
    expect(looked).toEqual([
      [[1, 2], [false]],
      [[1, 2], [true]],
    ]);
    for (const demo of [false, true]) watch.wake([3], demo);
    await settled();
    expect(looked).toHaveLength(2);
    ends();
    await settled();
    expect(looked.slice(2)).toEqual([[[3], [true]]]);
  });

  it('do nothing before it is known what is open', async () => {
    const execute = jest.fn();
    const parts = [{ on: () => () => {} }, {}, { loaded: false }, { execute }] as never[];
    const [updates, catalog, follow, fill] = parts as [never, never, never, never];
    new WatchClosings(someLoops({ roles: ['worker'] }), updates, catalog, follow, fill).wake([1], false);
    await settled();
    expect(execute).not.toHaveBeenCalled();
  });
});

const settled = () => new Promise((done) => setImmediate(done));
