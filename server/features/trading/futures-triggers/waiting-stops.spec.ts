import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { Worker } from '../../../test/factories/liquidation-world.js';
import { FuturesTriggersStore } from './futures-triggers.store.js';
import { ListStopReceipts } from './list-stop-receipts.js';
import { type FiredPlace, PendingOrdersStore } from './pending-orders.store.js';
import { RetryStops } from './retry-stops.js';

let world: FuturesWorld;
let worker: Worker;

beforeAll(async () => {
  world = await FuturesWorld.open();
  worker = new Worker(world);
});
afterAll(() => world.close());

async function late(): Promise<number> {
  const { values } = await world.get(Metrics).stopsLate.get();
  return values[0]?.value ?? 0;
}

describe('a stop that fired and was not done', () => {
  it('is taken back by its user while it waits for the market', async () => {
    world.price('60000');
    const user = await world.user('5000');
    const { positionId } = await world.open(user, { lots: 2, stopLoss: '58500' });
    world.price('58400');
    const store = world.get(FuturesTriggersStore);
    const executeStop = store.executeStop.bind(store);
    store.executeStop = () => Promise.reject(new Error('The worker is gone.'));
    await expect(worker.stops()).rejects.toThrow('gone');
    store.executeStop = executeStop;
    world.clock.advance(6000);
    expect(await world.get(RetryStops).execute()).toBe(1);
    await world.commands.stops.execute({
      userId: user,
      positionId,
      takeProfit: undefined,
      takeProfitSource: undefined,
      stopLoss: '0',
      stopLossSource: undefined,
      key: 'taken-back-key',
    });
    world.price('58000');
    expect(await world.get(RetryStops).execute()).toBe(0);
    await worker.stops();
    expect(await world.row(user, positionId)).toMatchObject({ status: 1, lots: 2, stopLoss: null });
    expect(await world.get(ListStopReceipts).execute(user, positionId)).toMatchObject([
      { state: 'failed', reason: 'taken-back', price: null },
    ]);
    world.price('60000');
  });

  it('waits, raises its alarm after three seconds, and is done when the market is good again', async () => {
    const user = await world.user('5000');
    const { positionId } = await world.open(user, { lots: 2, stopLoss: '58500' });
    world.price('58400');
    // The worker dies between recording the receipt and closing.
    const store = world.get(FuturesTriggersStore);
    const executeStop = store.executeStop.bind(store);
    store.executeStop = () => Promise.reject(new Error('The worker is gone.'));
    await expect(worker.stops()).rejects.toThrow('gone');
    store.executeStop = executeStop;
    const finish = () => world.get(RetryStops).execute();
    // No update arrives: the market is stale.
    world.clock.advance(6000);
    expect(await finish()).toBe(1);
    expect(await late()).toBe(1);
    expect((await world.row(user, positionId)).status).not.toBe(3);
    // Closed at the first sound price, not at the trigger price.
    world.price('58000');
    expect(await finish()).toBe(0);
    expect(await late()).toBe(0);
    expect(await world.row(user, positionId)).toMatchObject({ status: 3, closedAs: 'stop-loss', closePrice: '57995' });
    // Whoever asks for it once more finds nothing to do.
    const [{ who }] = await world.source.query('select trigger_execute($1, 57990, null, $2, null) as who', [
      positionId,
      new Date(world.clock.now()),
    ]);
    expect(who).toBeNull();
    const stops = 'select state, trim_scale(price)::text as price, reason from futures_trigger where position_id = $1';
    expect(await world.source.query(stops, [positionId])).toEqual([{ state: 'done', price: '57995', reason: null }]);
    const receipts = (whose: string, id: string) => world.get(ListStopReceipts).execute(whose, id);
    expect(await receipts(user, positionId)).toEqual([
      expect.objectContaining({
        positionId,
        kind: 'stop-loss',
        state: 'done',
        source: 'mark',
        level: '58500',
        value: '58400',
        price: '57995',
        reason: null,
      }),
    ]);
    const { positionId: quiet } = await world.open(user, { lots: 1, stopLoss: '56500' });
    expect(await receipts(user, quiet)).toEqual([]);
    expect(await receipts(await world.user(), positionId)).toEqual([]);
  });

  it('is late when three seconds are over, and not before', async () => {
    world.price('60000');
    const user = await world.user('5000');
    const { positionId } = await world.open(user, { lots: 2, stopLoss: '58500' });
    const store = world.get(FuturesTriggersStore);
    const executeStop = store.executeStop.bind(store);
    const finish = () => world.get(RetryStops).execute();
    world.price('58400');
    store.executeStop = () => Promise.reject(new Error('The row is gone.'));
    await expect(worker.stops()).rejects.toThrow('gone');
    for (const [milliseconds, isLate] of [
      [3000, 0],
      [1, 1],
    ] as const) {
      world.pass(milliseconds);
      await expect(finish()).rejects.toThrow('gone');
      expect(await late()).toBe(isLate);
    }
    store.executeStop = executeStop;
    expect(await finish()).toBe(0);
    expect(await world.row(user, positionId)).toMatchObject({ status: 3, closedAs: 'stop-loss' });
  });

  it('leaves the other markets their turn where many wait in one', async () => {
    world.price('60000');
    const opened = await Promise.all(
      Array.from({ length: 3 }, async () => world.open(await world.user('5000'), { lots: 2, stopLoss: '58500' })),
    );
    const ids = opened.map(({ positionId }) => positionId).toSorted((a, b) => Number(a) - Number(b));
    const store = world.get(FuturesTriggersStore);
    const executeStop = store.executeStop.bind(store);
    store.executeStop = () => Promise.reject(new Error('The row is gone.'));
    world.price('58400');
    await expect(worker.stops()).rejects.toThrow('gone');
    const first = async () => (await world.get(PendingOrdersStore).firedStops([], 1)).map(({ id }) => id);
    expect(await first()).toEqual([ids[0]]);
    // Whatever becomes of the first, the next are looked at, and after the last the first again.
    const turns: string[][] = [];
    let places: FiredPlace[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const some = await world.get(PendingOrdersStore).firedStops(places, 2);
      turns.push(some.map(({ id }) => id));
      places = some.slice(-1);
    }
    const [one, two, three] = ids;
    expect(turns).toEqual([
      [one, two],
      [three, one],
      [two, three],
      [one, two],
    ]);
    // As if the last of them were of another market.
    await world.source.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query('update futures_position set market_id = 2 where id = $1', [ids[2]]);
    });
    expect((await first()).toSorted((a, b) => Number(a) - Number(b))).toEqual([ids[0], ids[2]]);
    await world.source.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query('update futures_position set market_id = 1 where id = $1', [ids[2]]);
    });
    store.executeStop = executeStop;
    expect(await world.get(RetryStops).execute()).toBe(0);
  });

  it('keeps no other waiting, when they fire together and when they are tried again', async () => {
    world.price('60000');
    const held = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const user = await world.user('5000');
        return { user, ...(await world.open(user, { lots: 2, stopLoss: '58500' })) };
      }),
    );
    const [failing, fired, retried] = held.sort((a, b) => Number(a.positionId) - Number(b.positionId));
    const closedAs = async (each: typeof failing) => each && (await world.row(each.user, each.positionId)).closedAs;
    const store = world.get(FuturesTriggersStore);
    const executeStop = store.executeStop.bind(store);
    const fail = (...stops: (typeof failing)[]) => {
      store.executeStop = (tx, positionId, ...rest) =>
        stops.some((each) => each?.positionId === positionId)
          ? Promise.reject(new Error('The row is gone.'))
          : executeStop(tx, positionId, ...rest);
    };
    world.price('58400');
    fail(failing, retried);
    await expect(worker.stops()).rejects.toThrow('gone');
    expect(await closedAs(fired)).toBe('stop-loss');
    fail(failing);
    await expect(world.get(RetryStops).execute()).rejects.toThrow('gone');
    expect(await closedAs(retried)).toBe('stop-loss');
    fail();
    await world.get(RetryStops).execute();
    expect(await closedAs(failing)).toBe('stop-loss');
  });
});

describe('a stop of what is left of a position', () => {
  it('tells what it was executed at itself, and not the mean with what was closed before', async () => {
    world.price('60000');
    const user = await world.user('5000');
    const { positionId } = await world.open(user, { lots: 2, stopLoss: '58500' });
    await world.close1(user, positionId, { lots: 1 });
    const positionEvents = async () => {
      const events = await world.events(user);
      return events.filter(({ kind }) => kind === 'position').map(({ payload }) => payload);
    };
    // A lot is a hundredth; bought at 60,005, sold at 59,995 by hand and at 58,395 by the stop.
    expect((await positionEvents()).map(({ fill }) => fill)).toEqual([
      null,
      { lots: 1, price: '59995', profit: '-0.1', fee: expect.any(String) },
    ]);
    world.price('58400');
    await worker.stops();
    expect((await positionEvents()).at(-1)).toMatchObject({
      closedAs: 'stop-loss',
      closePrice: '59195',
      realisedProfit: '-16.2',
      fill: { lots: 1, price: '58395', profit: '-16.1', fee: expect.any(String) },
    });
  });
});
