import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { Worker } from '../../../test/factories/liquidation-world.js';
import { FollowOpenPositions, FuturesIndex } from '../futures-index/index.js';
import { FillOrders } from './fill-orders.js';

const BOOK = { marketId: 1, demo: false };

let world: FuturesWorld;
let worker: Worker;

beforeAll(async () => {
  world = await FuturesWorld.open({ FUTURES_LEVERAGE_MAX: '125' });
  worker = new Worker(world);
}, 60_000);
afterAll(() => world?.close());
beforeEach(async () => {
  world.clock.advance(60_000);
  await worker.price('60000', {}, 3);
});

const waiting = { isLimit: true, limitPrice: '59500', leverage: 10, lots: 10 } as const;

it('a filled order is no longer looked for, and took its levels as a buyer does', async () => {
  const user = await world.user('5000');
  const { positionId } = await world.open(user, waiting);
  await world.source.query('delete from taken_depth');
  await world.get(FollowOpenPositions).follow();
  world.price('59000', { asks: [['59100', '2']], bids: [['58900', '2']] });
  expect(world.get(FuturesIndex).reachedOrders(BOOK, 59_100, 58_900)).toEqual([Number(positionId)]);
  expect(await world.get(FillOrders).execute(BOOK)).toBe(1);
  expect(world.get(FuturesIndex).reachedOrders(BOOK, 59_100, 58_900)).toEqual([]);
  expect(await world.row(user, positionId)).toMatchObject({ status: 1, entryPrice: '59105' });
  const taken = await world.source.query(
    `select side, trim_scale(price)::text as price, trim_scale(sum(taken))::text as taken from taken_depth
      group by side, price order by side, price`,
  );
  expect(taken).toEqual([{ side: 'buy', price: '59100', taken: '0.1' }]);
});

it('nothing is filled in a market without a book', async () => {
  const user = await world.user('5000');
  const { positionId } = await world.open(user, waiting);
  await world.get(FollowOpenPositions).follow();
  world.price('59000', { asks: [], bids: [] });
  expect(await world.get(FillOrders).execute(BOOK)).toBe(0);
  expect(await world.row(user, positionId)).toMatchObject({ status: 0 });
});
