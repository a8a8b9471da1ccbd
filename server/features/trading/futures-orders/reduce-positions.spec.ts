import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Decimal } from '../../../contract/decimal.js';
import { BTC_MARKET, FuturesWorld } from '../../../test/factories/futures-world.js';
import { heldBack, outcomesOf } from '../../../test/factories/held-back.js';
import { Worker } from '../../../test/factories/liquidation-world.js';
import { outcome } from '../../../test/factories/own-limits.js';
import { TakeBreak } from '../../wallet/own-limits/take-break.js';
import { FillClosings } from '../futures-triggers/fill-closings.js';
import { PlaceOrder } from './place-order.js';
import { PreviewReduce } from './preview-reduce.js';
import type { ReduceWish } from './quote-reduce.js';

const CALLER = { ip: '192.0.2.1', userAgent: '' };
let world: FuturesWorld;
let worker: Worker;
let keys = 0;

beforeAll(async () => {
  world = await FuturesWorld.open({ FUTURES_LEVERAGE_MAX: '125' });
  worker = new Worker(world);
}, 60_000);
// Closing it checks the books.
afterAll(() => world?.close());
beforeEach(async () => {
  world.clock.advance(60_000);
  await worker.price('60000', {}, 3);
});
afterEach(() => world.source.query(`update trading_mode set mode = 'open'`));

const aKey = () => `reduce-${(keys += 1)}`;
const wishOf = (userId: string, values: Partial<ReduceWish> = {}): ReduceWish => ({
  userId,
  demo: false,
  marketId: BTC_MARKET,
  side: 'short',
  lots: 5,
  isLimit: false,
  limitPrice: null,
  marginMode: null,
  worstPrice: null,
  reduceOnly: true,
  ...values,
});
const reduce = (userId: string, values: Partial<ReduceWish> = {}, key: string | null = aKey()) =>
  world.get(PlaceOrder).execute(wishOf(userId, values), key);
const LIMIT = { isLimit: true, limitPrice: '61000' };

/** Lots by row, the first ordered first. */
const lotsOf = async (userId: string, demo = false) =>
  (await world.rows(userId, demo)).reverse().map(({ lots }) => lots);
const waitingOf = async (userId: string) =>
  (await world.rows(userId)).reverse().map(({ closings = [] }) => closings.map(({ lots }) => lots));

async function holder(...lots: number[]): Promise<string> {
  const user = await world.user('50000');
  for (const each of lots) await world.open(user, { lots: each, marginMode: 'isolated' });
  return user;
}

describe('an order that only reduces, at the market', () => {
  it('closes lots of the other side, the row ordered first first, all at the price of their sum', async () => {
    const user = await holder(3, 4, 5);
    const before = await world.balances(user);
    const { price, lots, fee, realisedProfit, balanceAfter, waits } = await world
      .get(PreviewReduce)
      .execute(wishOf(user));
    expect({ price, lots, waits }).toEqual({ price: '59995', lots: 5, waits: false });
    await reduce(user);
    expect(await lotsOf(user)).toEqual([0, 2, 5]);
    const after = await world.balances(user);
    expect(balanceAfter).toBe(after.contract);
    // Five lots of 0.01 bought at 60,005 and sold at 59,995; their margin was 300.025.
    expect([fee, realisedProfit]).toEqual(['1.499875', '-0.5']);
    expect(new Decimal(after.contract).minus(before.contract).toFixed()).toBe(
      new Decimal('300.025').minus('0.5').minus('1.499875').toFixed(),
    );
  });

  it('takes of the book what it closes, and its price is that of all its lots', async () => {
    const user = await holder(3, 4);
    world.price('60000', {
      bids: [
        ['60000', '0.03'],
        ['59900', '1'],
      ],
      asks: [['60001', '100']],
    });
    await reduce(user, { lots: 6 });
    // Half at 60,000 and half at 59,900, the spread of 5 taken off.
    expect((await world.rows(user)).map(({ closePrice }) => closePrice)).toEqual(['59945', '59945']);
    const [{ taken }] = await world.source.query(
      `select trim_scale(sum(taken))::text as taken from taken_depth where side = 'sell' and price in (60000, 59900)`,
    );
    expect(taken).toBe('0.06');
    await world.source.query('delete from taken_depth');
  });

  it('of more lots than are open closes those, and never opens any', async () => {
    const user = await holder(3, 4);
    await reduce(user, { lots: 999_999_999 });
    expect((await world.rows(user)).map(({ side, status }) => [side, status])).toEqual([
      ['long', 3],
      ['long', 3],
    ]);
    expect(await outcome(reduce(user))).toBe('futures.nothing-to-reduce');
  });

  it.each<[string, Partial<ReduceWish>]>([
    ['on its own side', { side: 'long' }],
    ['of the other money', { demo: true }],
    ['of the other margin mode', { marginMode: 'cross' }],
    ['in another market', { marketId: 2 }],
  ])('finds nothing %s', async (_name, values) => {
    world.price('3000', {}, 2);
    const user = await holder(3);
    expect(await outcome(reduce(user, values))).toBe('futures.nothing-to-reduce');
    expect(await outcome(reduce(user, { ...LIMIT, ...values }))).toBe('futures.nothing-to-reduce');
    expect(await lotsOf(user)).toEqual([3]);
  });

  it('leaves what waits to open alone', async () => {
    const user = await world.user('5000');
    await world.open(user, { isLimit: true, limitPrice: '50000' });
    expect(await outcome(reduce(user))).toBe('futures.nothing-to-reduce');
  });

  it('of one margin mode closes rows of that one, and a loss of cross rows is paid by the account', async () => {
    const user = await world.user('50000');
    await world.open(user, { lots: 3, marginMode: 'isolated' });
    await world.open(user, { lots: 4, marginMode: 'cross' });
    await reduce(user, { marginMode: 'cross' });
    expect(await lotsOf(user)).toEqual([3, 0]);
  });

  it('is not done at a worse price than it may be', async () => {
    const user = await holder(3);
    expect(await outcome(reduce(user, { worstPrice: '59996' }))).toBe('futures.price-moved');
    expect(await outcome(reduce(user, { worstPrice: '59995', lots: 3 }))).toBe('done');
  });

  it('the same key is one order', async () => {
    const user = await holder(9);
    for (let times = 0; times < 3; times += 1) await reduce(user, { lots: 2 }, 'reduce-once');
    expect(await lotsOf(user)).toEqual([7]);
    expect(await outcome(reduce(user, { lots: 3 }, 'reduce-once'))).toBe('request.key-reused');
  });

  it('is taken where only closing is: in cancel-only, and while its user takes a break', async () => {
    const user = await holder(3, 4);
    await world.source.query(`update trading_mode set mode = 'cancel-only'`);
    await world.get(TakeBreak).execute(user, { span: '1-day', fundPassword: '' }, CALLER);
    expect(await outcome(world.submit(user))).not.toBe('done');
    expect(await outcome(reduce(user, { lots: 3 }))).toBe('done');
    expect(await outcome(reduce(user, { lots: 3, ...LIMIT }))).toBe('done');
    expect([await lotsOf(user), await waitingOf(user)]).toEqual([
      [0, 4],
      [[], [3]],
    ]);
  });

  it('two at once close each lot once, also beyond what is open', async () => {
    const user = await holder(3, 4);
    const both = await Promise.all([1, 2].map(() => outcome(reduce(user, { lots: 5 }))));
    expect(both).toEqual(['done', 'done']);
    expect(await lotsOf(user)).toEqual([0, 0]);
  });

  it('of many who see one level each has its own depth, and nobody is refused', async () => {
    const users = await Promise.all(Array.from({ length: 12 }, () => holder(3)));
    const bids: [string, string][] = Array.from({ length: 12 }, (_, place) => [String(60_000 - place), '0.03']);
    world.price('60000', { bids, asks: [['60001', '100']] });
    const results = await Promise.all(users.map((user) => outcome(reduce(user, { lots: 3 }))));
    expect(results).toEqual(users.map(() => 'done'));
    const [{ taken }] = await world.source.query(
      `select trim_scale(sum(taken))::text as taken from taken_depth where side = 'sell'`,
    );
    expect(taken).toBe('0.36');
    const rows = await Promise.all(users.map((user) => world.rows(user)));
    // The spread of 5 is taken off each level.
    expect(new Set(rows.flat().map(({ closePrice }) => closePrice)).size).toBe(12);
    await world.source.query('delete from taken_depth');
  });

  it('beside a close by hand and one by a worker no lot is closed twice, and nothing waits in a circle', async () => {
    for (let times = 0; times < 10; times += 1) {
      const user = await holder(3, 4);
      const [first] = (await world.rows(user)).reverse();
      const id = first?.positionId ?? '';
      await reduce(user, { lots: 7, ...LIMIT });
      world.price('61005');
      const results = await Promise.allSettled([
        reduce(user, { lots: 7 }),
        world.get(FillClosings).execute([BTC_MARKET]),
        world.close1(user, id),
      ]);
      const codes = results.flatMap((each) => (each.status === 'rejected' ? [String(each.reason.code)] : []));
      expect(codes.filter((code) => !['futures.nothing-to-reduce', 'futures.not-open'].includes(code))).toEqual([]);
      world.refresh();
      await outcome(reduce(user, { lots: 7 }));
      expect(await lotsOf(user)).toEqual([0, 0]);
      world.price('60000');
    }
  });

  it('beside a liquidation what is left is closed, or there is nothing', async () => {
    for (const first of [0, 1]) {
      const user = await world.user('5000');
      await world.open(user, { lots: 4, leverage: 50, marginMode: 'isolated' });
      world.price('58900');
      const commands = [() => reduce(user, { lots: 4 }), () => worker.price('58900', {}, 3)];
      const results = await heldBack(world.source, [user], first === 0 ? commands : commands.toReversed());
      expect(['done', 'futures.nothing-to-reduce']).toContain(outcomesOf(results)[first]);
      expect(await lotsOf(user)).toEqual([0]);
      await worker.price('60000', {}, 3);
    }
  });
});

describe('an order that only reduces, at a limit', () => {
  it('waits as closing orders of the rows ordered first, and is filled as they are', async () => {
    const user = await holder(3, 4, 5);
    expect(await world.get(PreviewReduce).execute(wishOf(user, LIMIT))).toMatchObject({
      lots: 5,
      price: '61000',
      waits: true,
    });
    await reduce(user, LIMIT);
    expect(await waitingOf(user)).toEqual([[3], [2], []]);
    expect(await lotsOf(user)).toEqual([3, 4, 5]);
    world.price('61005');
    await world.get(FillClosings).execute([BTC_MARKET]);
    await world.get(FillClosings).execute([BTC_MARKET]);
    expect(await lotsOf(user)).toEqual([0, 2, 5]);
  });

  it('is cut to the lots that no other order waits for, and refused where there are none', async () => {
    const user = await holder(3, 4);
    await reduce(user, { ...LIMIT, lots: 2 });
    await reduce(user, { ...LIMIT, lots: 100, limitPrice: '62000' });
    expect(await waitingOf(user)).toEqual([[2, 1], [4]]);
    expect(await outcome(reduce(user, LIMIT))).toBe('futures.closing-lots');
    expect(await outcome(world.get(PreviewReduce).execute(wishOf(user, LIMIT)))).toBe('futures.closing-lots');
  });

  it('two at once wait for each lot once', async () => {
    const user = await holder(3, 4);
    const both = await Promise.all([1, 2].map(() => outcome(reduce(user, { ...LIMIT, lots: 6 }))));
    expect(both).toEqual(['done', 'done']);
    expect((await waitingOf(user)).flat().reduce((sum, lots) => sum + lots, 0)).toBe(7);
  });

  it('passes a row over for which ten wait, and is refused where there is no other', async () => {
    const user = await holder(20, 2);
    for (let times = 0; times < 10; times += 1) await reduce(user, { ...LIMIT, lots: 1 });
    await reduce(user, { ...LIMIT, lots: 100 });
    expect((await waitingOf(user)).map((waiting) => waiting.length)).toEqual([10, 1]);
    expect(await outcome(reduce(user, LIMIT))).toBe('futures.too-many-closings');
    expect(await outcome(world.get(PreviewReduce).execute(wishOf(user, LIMIT)))).toBe('futures.too-many-closings');
  });

  it.each<[string, string | null, string]>([
    ['without a limit', null, 'futures.limit-price'],
    ['at a typing error', '610000', 'futures.limit-price'],
    ['with more decimals than prices have', '61000.123456789', 'ledger.too-many-decimals'],
  ])('is refused %s', async (_name, limitPrice, code) => {
    const user = await holder(3);
    expect(await outcome(reduce(user, { isLimit: true, limitPrice }))).toBe(code);
  });

  it('the same key is one order', async () => {
    const user = await holder(9);
    for (let times = 0; times < 2; times += 1) await reduce(user, { ...LIMIT, lots: 2 }, 'reduce-limit-once');
    expect(await waitingOf(user)).toEqual([[2]]);
  });
});
