import type { DecisionMarkets } from './decision-markets.js';
import { FollowOpenPositions } from './follow-open-positions.js';
import { FuturesIndex, type IndexedPosition } from './futures-index.js';
import type { FuturesIndexStore } from './futures-index.store.js';

/** A database whose transactions have numbers, of which an index reads what has changed since one. */
function aDatabase() {
  const database = {
    number: 1000,
    isAway: false,
    rows: new Map<number, number>(),
    /** An order that waits, of the market 1. */
    write: (id: number) => database.rows.set(id, (database.number += 1)),
  };
  const position = (id: number) => ({ id, userId: '1', marketId: 1, demo: false, status: 0 }) as IndexedPosition;
  const there = <Answer>(answer: Answer) =>
    database.isAway ? Promise.reject(new Error('The server is away.')) : Promise.resolve(answer);
  const store = {
    place: () => there(String(database.number + 1)),
    open: (after: number) => there([...database.rows.keys()].filter((id) => id > after).map(position)),
    changedSince: (place: string) =>
      there([...database.rows].filter(([, at]) => at >= Number(place)).map(([id]) => position(id))),
  } as unknown as FuturesIndexStore;
  const markets = { reload: () => Promise.resolve(new Map()) } as unknown as DecisionMarkets;
  const read: number[] = [];
  const index = { put: ({ id }: IndexedPosition) => read.push(id), know: () => undefined, margins: [], orders: [] };
  const follow = new FollowOpenPositions(store, index as unknown as FuturesIndex, markets);
  const reads = async () => {
    read.length = 0;
    await follow.follow();
    return [...read];
  };
  return { database, reads };
}

it('reads what has changed since the last time, and nothing twice', async () => {
  const { database, reads } = aDatabase();
  database.write(1);
  expect(await reads()).toEqual([1]);
  database.write(2);
  expect(await reads()).toEqual([2]);
  expect(await reads()).toEqual([]);
});

it('reads everything again where numbers of transactions have begun again, as of a server that took over', async () => {
  const { database, reads } = aDatabase();
  database.write(1);
  await reads();
  database.number = 900;
  database.write(2);
  expect(await reads()).toEqual([1, 2]);
  database.write(3);
  // The first has a number that is still to come, and is read until it has passed.
  expect(await reads()).toEqual([1, 3]);
});

it('reads everything again after a read that failed: numbers may have passed the former ones by the next', async () => {
  const { database, reads } = aDatabase();
  database.write(1);
  await reads();
  database.isAway = true;
  await expect(reads()).rejects.toThrow('away');
  database.isAway = false;
  database.number = 990;
  for (const id of [2, 3]) database.write(id);
  database.number = 1100;
  expect(await reads()).toEqual([1, 2, 3]);
  expect(await reads()).toEqual([]);
});

describe('of two reads at once', () => {
  const settled = () => new Promise((done) => setImmediate(done));

  /** A row whose stop is set anew, and reads that answer what it was when they began, once they are let. */
  function aRow() {
    const row = { stopLoss: 90, known: 0, waiting: [] as ((error?: Error) => void)[] };
    const read = () => {
      const rows = [{ id: 1, userId: '1', marketId: 1, demo: false, status: 1, stopLoss: row.stopLoss }];
      return new Promise((answer, fail) => row.waiting.push((error) => (error ? fail(error) : answer(rows))));
    };
    const store = { place: async () => '1000', open: async () => [], positions: read, changedSince: read };
    const put = ({ stopLoss }: IndexedPosition) => (row.known = stopLoss ?? 0);
    const index = { put, know: () => undefined, margins: [], orders: [] };
    const [given, positions, markets] = [store, index, { reload: async () => new Map() }] as never[];
    const follow = new FollowOpenPositions(given as never, positions as never, markets as never);
    /** The one that began last ends first. */
    const end = async (error?: Error) => {
      row.waiting.pop()?.(error);
      await settled();
    };
    return { row, end, load: () => follow.load(), follow: () => follow.follow(), refresh: () => follow.refresh([1]) };
  }

  it.each([
    ['of some rows, of what has changed', 'refresh', 'follow'],
    ['of what has changed, of some rows', 'follow', 'refresh'],
    ['of some rows, of some rows', 'refresh', 'refresh'],
  ] as const)('what is known is by the newer one: %s', async (_which, older, newer) => {
    const { row, end, load, ...reads } = aRow();
    await load();
    const first = reads[older]();
    await settled();
    row.stopLoss = 95;
    const second = reads[newer]();
    await settled();
    await end();
    await end();
    await Promise.all([first, second]);
    expect(row.known).toBe(95);
  });

  it('one that fails keeps none from the next', async () => {
    const { row, end, load, refresh } = aRow();
    await load();
    const both = Promise.allSettled([refresh(), refresh()]);
    await settled();
    await end(new Error('The server is away.'));
    await end();
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(row.known).toBe(90);
  });
});
