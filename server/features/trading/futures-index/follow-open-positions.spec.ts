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
