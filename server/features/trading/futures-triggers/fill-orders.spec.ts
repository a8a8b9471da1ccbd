import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { FuturesWorld, type Prices } from '../../../test/factories/futures-world.js';
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

it('what others have open counts nothing for the leverage of an order', async () => {
  const [user, other] = [await world.user('5000'), await world.user('5000')];
  // 125 times is for 50,000 at most: each of the two is below it, both together above.
  const held = await world.open(other, { marginMode: 'isolated', leverage: 125, lots: 80 });
  const { positionId } = await world.open(user, { isLimit: true, limitPrice: '59990', leverage: 125, lots: 10 });
  await world.get(FollowOpenPositions).follow();
  world.price('59900');
  expect(await world.get(FillOrders).execute(BOOK)).toBe(1);
  expect(await world.row(user, positionId)).toMatchObject({ status: 1, entryPrice: '59905' });
  await world.close1(other, held.positionId);
  await world.close1(user, positionId);
});

it('nothing is filled in a market without a book', async () => {
  const user = await world.user('5000');
  const { positionId } = await world.open(user, waiting);
  await world.get(FollowOpenPositions).follow();
  world.price('59000', { asks: [], bids: [] });
  expect(await world.get(FillOrders).execute(BOOK)).toBe(0);
  expect(await world.row(user, positionId)).toMatchObject({ status: 0 });
});

it('what a better price of a short would cost beyond its reserve is not taken from what covers a cross loss', async () => {
  const user = await world.user('10000');
  await world.open(user, { marginMode: 'cross', lots: 100, leverage: 10 });
  world.price('58000');
  const short = { isLimit: true, limitPrice: '59000', side: 'short', lots: 20, leverage: 10 } as const;
  const { positionId } = await world.open(user, { ...short, marginMode: 'isolated' });
  // 6,000.5 and 30.0025 for the long at 60,005, and 1,180 and 5.9 in reserve: 2,783.5975 are free, 2,780 of it lost.
  expect((await world.balances(user)).contract).toBe('2783.5975');
  await world.get(FollowOpenPositions).follow();
  const above = { bids: [['59500', '1000000']], asks: [['59510', '1000000']] } satisfies Prices;
  world.price('59500', { ...above, mark: '57225', index: '58500' });
  expect(await world.get(FillOrders).execute(BOOK)).toBe(1);
  // At 59,495 it would cost 9.9495 more than is reserved: it is filled at its limit.
  expect(await world.row(user, positionId)).toMatchObject({ status: 1, entryPrice: '59000' });
  expect((await world.balances(user)).contract).toBe('2783.5975');
  await world.close1(user, positionId);
});

it('what a better price of a short costs beyond its reserve is paid from what is free', async () => {
  const user = await world.user('10000');
  world.price('58000');
  const short = { isLimit: true, limitPrice: '59000', side: 'short', lots: 20, leverage: 10 } as const;
  const { positionId } = await world.open(user, { ...short, marginMode: 'isolated' });
  await world.get(FollowOpenPositions).follow();
  world.price('59500', { bids: [['59500', '1000000']], asks: [['59510', '1000000']] });
  expect(await world.get(FillOrders).execute(BOOK)).toBe(1);
  expect(await world.row(user, positionId)).toMatchObject({ status: 1, entryPrice: '59495' });
  // 10,000 less 1,189.9 of margin and 5.9495 of fee.
  expect((await world.balances(user)).contract).toBe('8804.1505');
});
