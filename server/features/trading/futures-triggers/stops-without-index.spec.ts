import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { Worker } from '../../../test/factories/liquidation-world.js';
import { ClosingOrders } from '../futures-orders/closing-orders.js';
import { FillClosings } from './fill-closings.js';
import { FuturesTriggersStore } from './futures-triggers.store.js';
import { RetryStops } from './retry-stops.js';

/**
 * Two of three venues are silent, or no two agree: there is neither index nor mark, and the venue that futures are traded
 * by goes on with a last price and a book of its own. Nobody may close by hand then, and nobody is closed.
 */
const ALONE = { index: null };
const BOTH = [false, true];
const SOURCES = ['last', 'mark', 'index'] as const;

let world: FuturesWorld;
let worker: Worker;

beforeAll(async () => {
  world = await FuturesWorld.open();
  worker = new Worker(world);
}, 60_000);
afterAll(() => world?.close());
beforeEach(() => {
  world.clock.advance(10_000);
  world.price('60000');
});

const triggers = (positionId: string) =>
  world.source.query('select state, trim_scale(price)::text as price from futures_trigger where position_id = $1', [
    positionId,
  ]);

describe.each(BOTH)('of demo money (%s)', (demo) => {
  it.each(SOURCES)(
    'a stop by the %s does not fire, and does by itself when there is an index again',
    async (source) => {
      const user = await world.user('5000', { demo });
      const stop = { stopLoss: '58500', stopLossSource: source, takeProfit: '62000', takeProfitSource: source };
      const { positionId } = await world.open(user, { demo, lots: 2, ...stop });
      const row = () => world.row(user, positionId);
      for (const wrong of ['50000', '70000']) {
        world.price(wrong, ALONE);
        expect(await worker.stops()).toBe(0);
        await expect(world.close1(user, positionId)).rejects.toMatchObject({ code: 'market.stale' });
      }
      expect([(await row()).status, await triggers(positionId)]).toEqual([1, []]);
      // The index never reached the level.
      world.price('59000');
      expect(await worker.stops()).toBe(0);
      expect((await row()).status).toBe(1);
      world.price('58200');
      expect(await worker.stops()).toBe(1);
      expect(await row()).toMatchObject({ status: 3, closedAs: 'stop-loss', closePrice: '58195' });
    },
  );

  it('a stop that fired before waits, raises its alarm, and is closed at the price of when there is an index again', async () => {
    const user = await world.user('5000', { demo });
    const { positionId } = await world.open(user, { demo, lots: 2, stopLoss: '58500' });
    const store = world.get(FuturesTriggersStore);
    const executeStop = store.executeStop.bind(store);
    store.executeStop = () => Promise.reject(new Error('The worker is gone.'));
    world.price('58400');
    await expect(worker.stops()).rejects.toThrow('gone');
    store.executeStop = executeStop;
    const retry = () => world.get(RetryStops).execute();
    world.price('50000', ALONE);
    expect(await retry()).toBe(0);
    world.pass(3001);
    expect(await retry()).toBe(1);
    expect((await world.get(Metrics).stopsLate.get()).values[0]?.value).toBe(1);
    expect(await world.row(user, positionId)).toMatchObject({ status: 1 });
    expect(await triggers(positionId)).toEqual([{ state: 'executing', price: null }]);
    world.price('58900');
    expect(await retry()).toBe(0);
    expect(await world.row(user, positionId)).toMatchObject({ status: 3, closedAs: 'stop-loss', closePrice: '58895' });
    expect(await triggers(positionId)).toEqual([{ state: 'done', price: '58895' }]);
  });

  it('orders that wait are not filled: neither one that opens nor one that closes', async () => {
    const user = await world.user('5000', { demo });
    const held = await world.open(user, { demo, lots: 2 });
    const price = '61000';
    await world.get(ClosingOrders).place({ userId: user, positionId: held.positionId, lots: null, price, key: null });
    const waiting = await world.open(user, { demo, lots: 2, isLimit: true, limitPrice: '59500' });
    world.price('50000', ALONE);
    expect(await worker.fill()).toBe(0);
    world.price('70000', ALONE);
    expect(await world.get(FillClosings).execute([1])).toBe(0);
    const statuses = async () =>
      Promise.all([held, waiting].map(async ({ positionId }) => (await world.row(user, positionId)).status));
    expect(await statuses()).toEqual([1, 0]);
    world.price('61100');
    expect(await world.get(FillClosings).execute([1])).toBe(1);
    world.price('59400');
    expect(await worker.fill()).toBe(1);
    expect(await statuses()).toEqual([3, 1]);
    await world.close1(user, waiting.positionId);
  });
});
