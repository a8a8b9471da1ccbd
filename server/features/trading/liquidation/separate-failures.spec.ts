import type { FuturesPositionView } from '../../../contract/trading/futures.dto.js';
import { BTC_MARKET, FuturesWorld } from '../../../test/factories/futures-world.js';
import { Worker } from '../../../test/factories/liquidation-world.js';
import type { OrderWish } from '../futures-orders/quote-order.js';
import { DecisionMarkets, FuturesIndex } from '../futures-index/index.js';
import { CheckMargins } from './check-margins.js';
import { LiquidationStore } from './liquidation.store.js';

let world: FuturesWorld;
let worker: Worker;

beforeAll(async () => {
  world = await FuturesWorld.open({ FUTURES_LEVERAGE_MAX: '125' });
  worker = new Worker(world);
  await world.insure('100000');
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.advance(60_000);
  await worker.price('60000', {}, 3);
});

interface Held extends FuturesPositionView {
  user: string;
}

async function holder(amount: string, wish: Partial<OrderWish>): Promise<Held> {
  const user = await world.user(amount);
  return { ...(await world.open(user, wish)), user };
}

const now = (held: Held) => world.row(held.user, held.positionId);
/** Liquidated at 59,000; with a leverage of 20 it is warned at 57,300. */
const weak = { marginMode: 'isolated', leverage: 50, lots: 10 } as const;
const account = { marginMode: 'cross', leverage: 100, lots: 60 } as const;

it('a warning that cannot be written keeps nobody from being liquidated', async () => {
  const store = world.get(LiquidationStore);
  const warn = store.warn.bind(store);
  const [liquidated, warned] = [await holder('1000', weak), await holder('1000', { ...weak, leverage: 20 })];
  let asked = 0;
  store.warn = () => {
    asked += 1;
    return Promise.reject(new Error('The warning is refused.'));
  };
  await worker.price('57300').catch(() => undefined);
  store.warn = warn;
  expect(asked).toBeGreaterThan(0);
  expect(await now(liquidated)).toMatchObject({ status: 3, closedAs: 'liquidated' });
  expect(await now(warned)).toMatchObject({ status: 1 });
  const before = (await world.events(warned.user)).length;
  await worker.price('57300', {}, 1);
  expect((await world.events(warned.user)).length).toBeGreaterThan(before);
});

it('a position that cannot be closed keeps no cross account from being liquidated, and is said at the end', async () => {
  const store = world.get(LiquidationStore);
  const execute = store.execute.bind(store);
  const [failing, cross] = [await holder('1000', weak), await holder('700', account)];
  store.execute = (tx, closing) =>
    closing.groups.some(({ userId }) => userId === failing.user)
      ? Promise.reject(new Error('The row is gone.'))
      : execute(tx, closing);
  await expect(worker.price('59000')).rejects.toThrow('The row is gone.');
  store.execute = execute;
  expect(await now(failing)).toMatchObject({ status: 1 });
  expect(await now(cross)).toMatchObject({ status: 3, closedAs: 'liquidated' });
  await worker.price('59000', {}, 1);
  expect(await now(failing)).toMatchObject({ status: 3, closedAs: 'liquidated' });
});

it('of two positions that are closed together one that fails is said at the end, and warnings are written', async () => {
  const store = world.get(LiquidationStore);
  const execute = store.execute.bind(store);
  const [failing, other] = [await holder('1000', weak), await holder('1000', weak)];
  const warned = await holder('1000', { ...weak, leverage: 20 });
  store.execute = (tx, closing) =>
    closing.groups.some(({ userId }) => userId === failing.user)
      ? Promise.reject(new Error('The row is gone.'))
      : execute(tx, closing);
  await expect(worker.price('57300')).rejects.toThrow('The row is gone.');
  store.execute = execute;
  expect(await now(failing)).toMatchObject({ status: 1 });
  expect(await now(other)).toMatchObject({ status: 3, closedAs: 'liquidated' });
  expect((await world.events(warned.user)).map(({ kind }) => kind)).toContain('margin.warning');
});

it('one that fails does not keep those from being decided again whose levels others have taken', async () => {
  const store = world.get(LiquidationStore);
  const execute = store.execute.bind(store);
  const [failing, late] = [await holder('1000', weak), await holder('1000', weak)];
  let tries = 0;
  store.execute = async (tx, closing) => {
    const of = (held: Held) => closing.groups.filter(({ userId }) => userId === held.user);
    if (of(failing).length > 0) throw new Error('The row is gone.');
    tries += of(late).length;
    if (tries > 1) return execute(tx, closing);
    return {
      acted: [],
      apart: [],
      overtaken: of(late).map(({ items }) => items[0]?.id as string),
      behind: [],
      changed: [],
    };
  };
  await expect(worker.price('59000', {}, 1)).resolves.toBe(0);
  await expect(worker.price('59000', {}, 1)).rejects.toThrow('The row is gone.');
  store.execute = execute;
  expect(tries).toBe(2);
  expect(await now(late)).toMatchObject({ status: 3, closedAs: 'liquidated' });
  expect(await now(failing)).toMatchObject({ status: 1 });
  await worker.price('59000', {}, 1);
  expect(await now(failing)).toMatchObject({ status: 3, closedAs: 'liquidated' });
});

it('an account that cannot be judged keeps no other from being judged', async () => {
  const { margins } = world.get(FuturesIndex);
  const put = margins.put.bind(margins);
  const [failing, cross] = [await holder('700', account), await holder('700', account)];
  let refused = 0;
  await worker.price('60000', {}, 1);
  margins.put = (row) => {
    if (row.id !== Number(failing.positionId)) return put(row);
    refused += 1;
    throw new Error('It cannot be judged.');
  };
  await worker.price('59000').catch(() => undefined);
  margins.put = put;
  expect(refused).toBeGreaterThan(0);
  expect(await now(cross)).toMatchObject({ status: 3, closedAs: 'liquidated' });
});

describe('whoever changes something between a decision and its execution', () => {
  /** How often it is carried out; the rows of the first calls have another version by then. */
  async function calls(changes: number, judge: () => Promise<unknown>): Promise<number> {
    const store = world.get(LiquidationStore);
    const execute = store.execute.bind(store);
    let called = 0;
    store.execute = (tx, closing) => {
      called += 1;
      if (called > changes) return execute(tx, closing);
      const groups = closing.groups.map((group) => ({
        ...group,
        all: group.all.map(([id]): [string, string] => [id, '0']),
      }));
      return execute(tx, { ...closing, groups });
    };
    await judge();
    store.execute = execute;
    return called;
  }
  /** Confirmed marks, and nobody is looked at. */
  function marked(price: string): void {
    for (let sample = 0; sample < 3; sample++) {
      world.clock.advance(1000);
      world.price(price);
      world.get(DecisionMarkets).sample(BTC_MARKET);
    }
  }

  it('is decided again at once', async () => {
    const [position, cross] = [await holder('1000', weak), await holder('700', account)];
    marked('59000');
    const check = world.get(CheckMargins);
    expect(await calls(2, () => check.execute([Number(position.positionId)]))).toBe(3);
    expect(await now(position)).toMatchObject({ status: 3, closedAs: 'liquidated' });
    expect(await calls(2, () => check.execute([], [`${cross.user}:0`]))).toBe(3);
    expect(await now(cross)).toMatchObject({ status: 3, closedAs: 'liquidated' });
  });

  it('is left to the next look after three tries', async () => {
    const position = await holder('1000', weak);
    marked('59000');
    const check = world.get(CheckMargins);
    expect(await calls(9, () => check.execute([Number(position.positionId)]))).toBe(3);
    expect(await now(position)).toMatchObject({ status: 1 });
  });
});
