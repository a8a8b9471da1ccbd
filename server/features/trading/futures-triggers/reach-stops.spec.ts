import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BTC_MARKET, FuturesWorld } from '../../../test/factories/futures-world.js';
import { fund } from '../../../test/factories/ledger.js';
import { Worker } from '../../../test/factories/liquidation-world.js';
import { type TapedSecond, tapeSeconds } from '../../../test/factories/tape.js';
import { FollowOpenPositions } from '../futures-index/index.js';
import { ListStopReceipts } from './list-stop-receipts.js';
import { ReachStops } from './reach-stops.js';
import { RetryStops } from './retry-stops.js';

let world: FuturesWorld;
let worker: Worker;
let keys = 0;

beforeAll(async () => {
  world = await FuturesWorld.open({ REAL_MONEY_ON_SIMULATED: 'false' });
  worker = new Worker(world);
}, 60_000);
afterAll(() => world?.close());
beforeEach(async () => {
  await world.halt(null);
  await pass(60);
  world.price('60000');
  await taped('60000');
  await pass(10);
  await worker.stops();
  await judge();
});

const judge = () => world.get(ReachStops).execute();

/** So many seconds in which nobody looks. */
async function pass(seconds: number): Promise<void> {
  world.clock.advance(seconds * 1000);
  world.refresh();
}

/** A second of the tape, which is now. */
const taped = (price: string, values: Partial<TapedSecond> = {}) =>
  tapeSeconds(world.source, [
    {
      marketId: BTC_MARKET,
      at: world.clock.now(),
      index: price,
      mark: price,
      last: price,
      origin: 'live',
      ...values,
    },
  ]);

/** The price has been there for a second while nobody looked, and is back. */
async function touched(price: string, values: Partial<TapedSecond> = {}): Promise<number> {
  await pass(1);
  const at = world.clock.now();
  await taped(price, values);
  await pass(1);
  await taped('60000');
  await pass(6);
  return at;
}

async function holding(values: object = {}, amount = '5000') {
  const user = await world.user(amount);
  await fund(world.source, user, amount, { kind: 'contract', demo: true });
  const { positionId } = await world.open(user, { lots: 2, ...values });
  await pass(1);
  return { user, positionId };
}

const receipts = ({ user, positionId }: { user: string; positionId: string }) =>
  world.get(ListStopReceipts).execute(user, positionId);
const row = ({ user, positionId }: { user: string; positionId: string }) => world.row(user, positionId);
const setStops = ({ user, positionId }: { user: string; positionId: string }, stopLoss: string) =>
  world.commands.stops.execute({
    userId: user,
    positionId,
    stopLoss,
    takeProfit: undefined,
    takeProfitSource: undefined,
    stopLossSource: undefined,
    key: `unseen-${(keys += 1)}-key`,
  });

describe('a stop of a contract that nobody saw being reached', () => {
  it('has the second of the tape on its receipt, once, and closes at the price of then', async () => {
    const held = await holding({ stopLoss: '58500' });
    const at = await touched('58400');
    await worker.stops();
    expect(await receipts(held)).toEqual([]);
    expect(await judge()).toBe(1);
    expect(await receipts(held)).toMatchObject([
      {
        kind: 'stop-loss',
        state: 'triggered',
        source: 'mark',
        level: '58500',
        value: '58400',
        epoch: 'tape',
        valueAt: at,
        sequence: expect.any(Number),
      },
    ]);
    expect(await judge()).toBe(0);
    await world.get(RetryStops).execute();
    expect(await row(held)).toMatchObject({ status: 3, closedAs: 'stop-loss', closePrice: '59995' });
    expect(await receipts(held)).toMatchObject([{ state: 'done', value: '58400', price: '59995' }]);
  });

  it.each<[string, object, string, Partial<TapedSecond>, number]>([
    ['a stop-loss of a short', { side: 'short', stopLoss: '61000' }, '61000', {}, 1],
    ['a take-profit of a long', { takeProfit: '61000' }, '61000', {}, 1],
    ['a take-profit of a short', { side: 'short', takeProfit: '59000' }, '59000', {}, 1],
    ['of demo money', { stopLoss: '59000', demo: true }, '58900', { origin: 'simulated' }, 1],
    ['not by prices that may not move real money', { stopLoss: '59000' }, '58900', { origin: 'simulated' }, 0],
    ['not above its level', { stopLoss: '59000' }, '59000.01', {}, 0],
    ['not by another price than its own', { stopLoss: '59000' }, '58900', { mark: '59500' }, 0],
    ['by the index', { stopLoss: '59000', stopLossSource: 'index' }, '58900', { mark: '60000', last: '60000' }, 1],
    ['not by an index that is not sound', { stopLoss: '59000' }, '58900', { state: 'degraded' }, 0],
    // Half of the band is 2.5 % of the index.
    ['by a last price beside the index', { takeProfit: '61000' }, '61499', { index: '60000', mark: '60000' }, 1],
    ['not by none, as in a second that it was too old for', { takeProfit: '61000' }, '61499', { last: null }, 0],
    ['not by one that is far from it', { takeProfit: '61000' }, '61501', { index: '60000', mark: '60000' }, 0],
  ])('is reached: %s', async (_what, values, price, second, expected) => {
    const held = await holding(values);
    await touched(price, second);
    await judge();
    expect(await receipts(held)).toHaveLength(expected);
  });

  it('is not reached by seconds from before it was set, nor before its position was opened', async () => {
    await touched('58400');
    const held = await holding({ stopLoss: '58500' });
    await judge();
    expect(await receipts(held)).toEqual([]);
    const other = await holding({ stopLoss: '57000' });
    await touched('58400');
    await setStops(other, '58500');
    await pass(6);
    await judge();
    expect([(await receipts(held)).length, (await receipts(other)).length]).toEqual([1, 0]);
  });

  it('stays reached whatever else of its position changes, and is not where it was moved meanwhile', async () => {
    const [held, moved] = [await holding({ stopLoss: '58500' }), await holding({ stopLoss: '58500' })];
    await touched('58400');
    await world.commands.margin.execute({ userId: held.user, positionId: held.positionId, amount: '10', key: null });
    await setStops(moved, '58000');
    await setStops(moved, '58500');
    await judge();
    expect([(await receipts(held)).length, (await receipts(moved)).length]).toEqual([1, 0]);
  });

  it('is not reached in seconds of a halt, and is by those before it', async () => {
    const [first, second] = [await holding({ stopLoss: '58500' }), await holding({ stopLoss: '57500' })];
    const before = await touched('58400');
    await world.halt('a reason');
    await world.source.query(
      `insert into market_halt (market_id, halted, at) values ($1, true, to_timestamp($2)), ($1, false, to_timestamp($3))`,
      [BTC_MARKET, world.clock.now() / 1000, world.clock.now() / 1000 + 100],
    );
    await touched('57400');
    await pass(100);
    await world.halt(null);
    await judge();
    expect(await receipts(first)).toMatchObject([{ valueAt: before }]);
    expect(await receipts(second)).toEqual([]);
  });

  it('fires the one of two that was reached first', async () => {
    const held = await holding({ stopLoss: '58500', takeProfit: '61500' });
    await touched('61600');
    await touched('58400');
    await judge();
    expect(await receipts(held)).toMatchObject([{ kind: 'take-profit', value: '61600' }]);
  });

  it('is judged by many seconds in slices, and not before it is known what is open', async () => {
    const held = await holding({ stopLoss: '58500' });
    await pass(4000);
    await taped('58400');
    await pass(4000);
    await taped('60000');
    await pass(6);
    const follow = world.get(FollowOpenPositions);
    Object.defineProperty(follow, 'loaded', { value: false, configurable: true });
    expect(await judge()).toBe(0);
    Reflect.deleteProperty(follow, 'loaded');
    await judge();
    expect(await receipts(held)).toMatchObject([{ value: '58400' }]);
  });
});
