import { Transactions } from '../../../platform/database/transactions.store.js';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { Worker } from '../../../test/factories/liquidation-world.js';
import { FuturesTriggersStore } from './futures-triggers.store.js';

let world: FuturesWorld;
let worker: Worker;

beforeAll(async () => {
  world = await FuturesWorld.open({ FUTURES_LEVERAGE_MAX: '125' });
  worker = new Worker(world);
}, 60_000);
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.advance(60_000);
  await worker.price('60000', {}, 3);
});
afterEach(() => world.source.query(`update trading_mode set mode = 'open'`));

const stop = (demo: boolean) =>
  world.source.query(`update trading_mode set mode = 'cancel-only' where demo = $1`, [demo]);

describe('while a book is in cancel-only', () => {
  it.each([true, false])('its pending orders wait, those of the other book fill (demo: %s)', async (demo) => {
    const order = { isLimit: true, limitPrice: '59000', lots: 2, marginMode: 'isolated' } as const;
    const users = { waits: await world.user('5000', { demo }), fills: await world.user('5000', { demo: !demo }) };
    const waiting = await world.open(users.waits, { ...order, demo });
    const filled = await world.open(users.fills, { ...order, demo: !demo });
    await stop(demo);
    world.price('58500');
    expect(await worker.fill()).toBe(1);
    expect(await world.row(users.waits, waiting.positionId)).toMatchObject({ status: 0 });
    expect(await world.row(users.fills, filled.positionId)).toMatchObject({ status: 1 });
    await world.source.query(`update trading_mode set mode = 'open'`);
    expect(await worker.fill()).toBe(1);
    expect(await world.row(users.waits, waiting.positionId)).toMatchObject({ status: 1, entryPrice: '58505' });
  });

  it('a fill that comes past the question changes nothing', async () => {
    const user = await world.user('5000');
    const order = await world.open(user, { isLimit: true, limitPrice: '59000', lots: 2, marginMode: 'isolated' });
    await stop(false);
    const cost = {
      price: '58500',
      margin: '117',
      fee: '0.585',
      limitPrice: '59000',
      limitMargin: '118',
      limitFee: '0.59',
      taking: [],
    };
    const [{ version }] = await world.source.query('select version::text from futures_position where id = $1', [
      order.positionId,
    ]);
    const acted = await world
      .get(Transactions)
      .run((tx) =>
        world.get(FuturesTriggersStore).fill(tx, [{ id: order.positionId, version, ...cost }], {}, new Date()),
      );
    expect(acted).toEqual([]);
    expect(await world.row(user, order.positionId)).toMatchObject({ status: 0 });
    await world.cancel(user, order.positionId);
  });

  it('stops close, positions are liquidated, and users close and cancel', async () => {
    const user = await world.user('5000');
    const isolated = { marginMode: 'isolated', lots: 2 } as const;
    const stopped = await world.open(user, { ...isolated, stopLoss: '59500' });
    const closed = await world.open(user, isolated);
    const pending = await world.open(user, { ...isolated, isLimit: true, limitPrice: '50000' });
    const gone = await world.open(user, { ...isolated, leverage: 50 });
    await stop(false);
    await world.close1(user, closed.positionId);
    await world.cancel(user, pending.positionId);
    world.price('59400');
    expect(await worker.stops()).toBe(1);
    await worker.price('59000', {}, 3);
    expect(await world.row(user, stopped.positionId)).toMatchObject({ closedAs: 'stop-loss' });
    expect(await world.row(user, closed.positionId)).toMatchObject({ closedAs: 'closed' });
    expect(await world.row(user, pending.positionId)).toMatchObject({ status: 4 });
    expect(await world.row(user, gone.positionId)).toMatchObject({ closedAs: 'liquidated' });
  });
});
