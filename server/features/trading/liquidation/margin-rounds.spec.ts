import type { MarketChangeNotice } from '../../markets/market-board/index.js';
import type { AccountKey } from '../futures-index/index.js';
import { CheckMargins } from './check-margins.js';
import { FindDueMargins } from './find-due-margins.js';
import { ReachedMargins } from './reached-margins.js';
import { WatchMargins } from './watch-margins.js';

/** Who is looked at in which round, and how many at once; the index, the rows and what is decided are given. */
const numbers = (count: number): number[] => Array.from({ length: count }, (_, place) => place + 1);
const accountsOf = (count: number): AccountKey[] => numbers(count).map((id) => `${id}:0` as AccountKey);

describe('a look', () => {
  let read: [string, number][];
  let failing: string | null;
  const check = new CheckMargins(
    {
      isolated: async (ids: number[]) => (read.push(['positions', ids.length]), []),
      cross: async (accounts: { userId: string; demo: boolean }[]) => {
        read.push(['accounts', accounts.length]);
        if (accounts[0]?.userId === failing) throw new Error('not read');
        return [];
      },
    } as never,
    {} as never,
    {} as never,
    { execute: async () => ({ closed: 2, overtaken: [], behind: [], alone: [], changed: [], failures: [] }) } as never,
  );
  beforeEach(() => {
    [read, failing] = [[], null];
  });

  it('is at so many positions, and at so many accounts, at once', async () => {
    expect(await check.execute(numbers(251), accountsOf(501))).toBe(10);
    expect(read).toEqual([
      ['positions', 250],
      ['positions', 1],
      ['accounts', 250],
      ['accounts', 250],
      ['accounts', 1],
    ]);
    expect(await check.execute([], [])).toBe(0);
    expect(read).toHaveLength(5);
  });

  it('goes on behind what cannot be read, and says so', async () => {
    failing = '1';
    await expect(check.execute(numbers(1), accountsOf(251))).rejects.toThrow('not read');
    expect(read).toEqual([
      ['positions', 1],
      ['accounts', 250],
      ['accounts', 1],
    ]);
  });
});

describe('what is watched', () => {
  const MARKETS = new Map([
    ['BTC/USDT', { id: 1, perpetual: true }],
    ['ETH/USDT', { id: 2, perpetual: true }],
    ['DOGE/USDC', { id: 3, perpetual: false }],
  ]);
  let rounds: Map<string, { round: () => Promise<void>; everyMs?: number }>;
  let hear: (notice: Pick<MarketChangeNotice, 'mark'>) => void;
  let woken: number;
  let loaded: boolean;
  let done: [number, number][];
  let asked: number[][];
  let dirty: AccountKey[];
  let putBack: number;
  let warned: number[];
  let failing: boolean;
  let followed: string[];
  let watched: WatchMargins;

  function watch(): void {
    const loops = {
      add: (loop: { name: string; round: () => Promise<void>; listen?: () => void }) => {
        rounds.set(loop.name, loop);
        return { wake: () => (woken += 1) };
      },
    };
    const updates = { on: (heard: typeof hear) => (hear = heard) };
    watched = new WatchMargins(
      loops as never,
      updates as never,
      { bySymbol: (symbol: string) => MARKETS.get(symbol) } as never,
      {
        get loaded() {
          return loaded;
        },
        follow: async () => followed.push('rows'),
        followMoney: async () => followed.push('money'),
        readTerms: async () => followed.push('terms'),
      } as never,
      {
        sample: (id: number) => asked.push([id]),
        by: (ids: number[]) => (asked.push(ids), { ids: ids.map((id) => id * 10), accounts: accountsOf(1) }),
        takeDirty: (limit: number) => dirty.splice(0, limit),
        putDirty: (accounts: AccountKey[]) => (putBack += accounts.length),
        warned: () => warned,
        putPaused: async () => followed.push('paused'),
      } as never,
      {
        execute: async (ids: number[], accounts: AccountKey[]) => {
          done.push([ids.length, accounts.length]);
          if (failing) throw new Error('not decided');
        },
      } as never,
    );
    (rounds.get('margins.check') as unknown as { listen: () => void }).listen();
  }
  const run = (name: string) => rounds.get(name)?.round() ?? Promise.resolve();
  beforeEach(() => {
    [rounds, woken, loaded, done, asked, dirty, putBack, warned, failing, followed] = [
      new Map(),
      0,
      true,
      [],
      [],
      [],
      0,
      [],
      false,
      [],
    ];
    watch();
    expect(watched).toBeDefined();
  });

  it('are the futures markets that have a new mark, once each', async () => {
    hear({ mark: ['BTC/USDT', 'DOGE/USDC', 'NO/ONE'] });
    hear({ mark: ['ETH/USDT', 'BTC/USDT'] });
    hear({ mark: [] });
    expect([asked, woken]).toEqual([[[1], [2], [1]], 2]);
    asked = [];
    await run('margins.check');
    expect([asked, done]).toEqual([[[1, 2]], [[2, 1]]]);
    await run('margins.check');
    expect(asked.at(-1)).toEqual([]);
  });

  it('is nobody before it is known what is open', async () => {
    hear({ mark: ['BTC/USDT'] });
    loaded = false;
    await run('margins.check');
    expect(done).toEqual([]);
    loaded = true;
    await run('margins.check');
    expect(asked.at(-1)).toEqual([1]);
  });

  it('are accounts whose rows changed, so many at once, and again where they could not be computed', async () => {
    dirty = accountsOf(501);
    await run('margins.follow');
    await run('margins.follow');
    await run('margins.follow');
    expect([done, followed, putBack]).toEqual([
      [
        [0, 500],
        [0, 1],
      ],
      ['rows', 'rows', 'rows'],
      0,
    ]);
    [dirty, failing] = [accountsOf(3), true];
    await expect(run('margins.follow')).rejects.toThrow('not decided');
    expect(putBack).toBe(3);
  });

  it('are warned positions, so many in a sweep and all in turn, a failure or not', async () => {
    warned = numbers(501);
    await run('margins.sweep');
    await run('margins.sweep');
    await run('margins.sweep');
    expect(done).toEqual([
      [500, 0],
      [1, 0],
      [500, 0],
    ]);
    warned = numbers(500);
    failing = true;
    await expect(run('margins.sweep')).rejects.toThrow('not decided');
    await expect(run('margins.sweep')).rejects.toThrow('not decided');
    expect(done.slice(3)).toEqual([
      [500, 0],
      [500, 0],
    ]);
    expect(followed).toEqual(Array.from({ length: 5 }, () => ['money', 'paused']).flat());
    await run('margins.terms');
    expect(followed.at(-1)).toBe('terms');
  });
});

describe('who is reached', () => {
  const marks: Record<string, object | null> = {
    '1:false': { marks: { long: '90', short: '91' } },
    '1:true': { marks: { long: '80', short: '81' } },
    '2:false': null,
  };
  const asked: object[] = [];
  const index = {
    reachedMargins: (book: object, prices: object) => (asked.push({ ...book, ...prices }), [1, 2, 3]),
    account: (id: number) => (id === 2 ? '7:0' : undefined),
    dirty: new Set(['9:0', '8:1']),
    positionsOf: (key: string) => new Set(key === '9:0' ? [1] : []),
    warnedPositions: new Set([4]),
  };
  const reached = new ReachedMargins(
    {
      sample: (id: number) => id !== 5,
      of: ({ marketId, demo }: { marketId: number; demo: boolean }) => marks[`${marketId}:${demo}`],
      marketIds: () => [1],
    } as never,
    index as never,
  );

  it('are positions, and accounts once, in both books whose prices may serve them', () => {
    expect(reached.by([1, 2, 5])).toEqual({ ids: [1, 3, 1, 3], accounts: ['7:0'] });
    expect(asked).toEqual([
      { marketId: 1, demo: false, long: 90, short: 91 },
      { marketId: 1, demo: true, long: 80, short: 81 },
    ]);
    expect(reached.by([2, 5])).toEqual({ ids: [], accounts: [] });
    expect(reached.inHand()).toEqual(new Set([1, 3, '7:0', '8:1', '9:0']));
    expect(reached.warned()).toEqual([4]);
  });

  it('are taken to be computed, so many at once, and kept as long as they have something open', () => {
    expect(reached.takeDirty(1)).toEqual(['9:0']);
    expect([...index.dirty]).toEqual(['8:1']);
    expect(reached.takeDirty(5)).toEqual(['8:1']);
    reached.putDirty(['9:0', '8:1'] as AccountKey[]);
    expect([...index.dirty]).toEqual(['9:0']);
  });
});

it('what is due is looked for slice by slice, up to the last user, and empty slices are left out', async () => {
  const asked: object[] = [];
  const due = (ids: number[], accounts: string[] = []) => ({ ids, accounts });
  const slices = [
    { lastUser: '5', due: due([1]), changed: due([]) },
    { lastUser: '8', due: due([]), changed: due([]) },
    { lastUser: '9', due: due([]), changed: due([], ['9:0']) },
    null,
  ];
  const counted: unknown[] = [];
  const find = new FindDueMargins(
    { slice: async (query: object) => (asked.push(query), slices.shift()) } as never,
    { realMoneyOrigins: () => ['live'], allUnpriced: async () => [] } as never,
    { now: () => 7000 } as never,
    { execute: async (unpriced: unknown) => void counted.push(unpriced) } as never,
  );
  const found = [];
  for await (const each of find.slices(3)) found.push(each);
  expect(found).toEqual([
    { due: due([1]), changed: due([]) },
    { due: due([]), changed: due([], ['9:0']) },
  ]);
  // Once a sweep, however many slices it has.
  expect(counted).toEqual([[]]);
  const query = { rows: 3, realMoneyOrigins: ['live'], unpriced: [], at: new Date(7000), seconds: 10 };
  expect(asked).toEqual(['0', '5', '8', '9'].map((after) => ({ after, ...query })));
});
