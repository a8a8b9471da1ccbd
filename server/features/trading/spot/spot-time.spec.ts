import { Clock } from '../../../platform/clock/clock.js';
import { heldBack, outcomesOf } from '../../../test/factories/held-back.js';
import { DEEP, SpotWorld } from '../../../test/factories/spot-world.js';
import { ExpireSpotOrders } from './expire-spot-orders.js';
import { PreviewSpotOrder } from './preview-spot-order.js';
import type { SpotWish } from './price-spot-order.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
const WHOLE = { 'spot:USDT': '10000', 'spot:BTC': '10' };

let world: SpotWorld;
beforeAll(async () => {
  world = await SpotWorld.open();
}, 60_000);
afterAll(() => world?.close());
beforeEach(() => world.begin());

const refusal = (code: string) => expect.objectContaining({ code });
const now = () => world.of(Clock).now();
const expire = () => world.of(ExpireSpotOrders).execute();

/** Its date came a second ago: nobody waits for a minute. */
const pass = (id: string) =>
  world.source.query(`set session_replication_role = replica;
    update spot_order set expires_at = now() - interval '1 second' where id = ${id};
    set session_replication_role = origin`);

async function expectNothing(user: string, values: Partial<SpotWish>, code: string): Promise<void> {
  await expect(world.place(user, values)).rejects.toEqual(refusal(code));
  expect(await world.balances(user)).toEqual(WHOLE);
  expect(await world.orders(user)).toEqual([]);
  expect(await world.publishedKinds(user)).toEqual([]);
}

describe('a post-only order', () => {
  it.each([
    ['buy', '99.99'],
    ['sell', '99.01'],
  ] as const)('rests where the market has not reached it: %s at %s', async (side, limitPrice) => {
    const user = await world.aTrader();
    const order = await world.place(user, { side, limitPrice, timeInForce: 'post-only' });
    expect(order).toMatchObject({ status: 'open', filled: '0', timeInForce: 'post-only', expiresAt: null });
    await world.cancel(user, order.id);
    expect(await world.balances(user)).toEqual(WHOLE);
  });

  it.each([
    ['buy', '100'],
    ['buy', '150'],
    ['sell', '99'],
  ] as const)('is refused where it would execute: %s at %s', async (side, limitPrice) => {
    await expectNothing(await world.aTrader(), { side, limitPrice, timeInForce: 'post-only' }, 'spot.would-take');
  });

  it('is refused at a level that others have emptied: the market is there', async () => {
    await world.place(await world.aTrader(), { quantity: '1' });
    await expectNothing(await world.aTrader(), { limitPrice: '100', timeInForce: 'post-only' }, 'spot.would-take');
  });

  it('is filled when the market comes to it', async () => {
    const user = await world.aTrader();
    const { id } = await world.place(user, { limitPrice: '90', timeInForce: 'post-only' });
    world.quote([['80', '1']], [['90', '2']]);
    expect(await world.match()).toBe(1);
    expect(await world.order(user, id)).toMatchObject({ status: 'filled', amount: '90' });
  });
});

describe('an order to execute at once', () => {
  it('takes what is within its limit, and its rest is cancelled with nothing frozen', async () => {
    const user = await world.aTrader();
    const order = await world.place(user, { quantity: '4', limitPrice: '101', timeInForce: 'ioc' });
    expect(order).toMatchObject({ status: 'cancelled', reason: 'immediate-or-cancel', filled: '3', reserved: '0' });
    // 100 + 2 x 101 and a thousandth of it.
    expect(await world.balances(user)).toEqual({ 'spot:USDT': '9697.698', 'spot:BTC': '13' });
    expect(await world.publishedKinds(user)).toEqual(['fill', 'order', 'balance', 'balance', 'order']);
  });

  it('is filled where the book has all of it', async () => {
    const order = await world.place(await world.aTrader(), { quantity: '2', limitPrice: '102', timeInForce: 'ioc' });
    expect(order).toMatchObject({ status: 'filled', reason: null, amount: '201' });
  });

  it('ends with nothing where nothing is within its limit', async () => {
    const user = await world.aTrader();
    const order = await world.place(user, { limitPrice: '90', timeInForce: 'ioc' });
    expect(order).toMatchObject({ status: 'cancelled', reason: 'immediate-or-cancel', filled: '0' });
    expect(await world.balances(user)).toEqual(WHOLE);
    expect(await world.publishedKinds(user)).toEqual(['order']);
  });

  it('is not counted among those that wait', async () => {
    const user = await world.aTrader();
    const preview = await world
      .of(PreviewSpotOrder)
      .execute(user, world.wish({ quantity: '4', limitPrice: '101', timeInForce: 'ioc' }));
    expect(preview).toMatchObject({ reserve: '0', balanceAfter: '9697.698' });
  });
});

describe('an order to execute whole or not at all', () => {
  it('executes whole', async () => {
    const order = await world.place(await world.aTrader(), { quantity: '3', limitPrice: '101', timeInForce: 'fok' });
    expect(order).toMatchObject({ status: 'filled', filled: '3', amount: '302' });
  });

  it.each([
    ['4', '101'],
    ['1', '99.99'],
  ])('leaves nothing where the book does not hold %s at %s', async (quantity, limitPrice) => {
    await expectNothing(await world.aTrader(), { quantity, limitPrice, timeInForce: 'fok' }, 'spot.not-whole');
  });

  it('of two that come at once for the same level one executes', async () => {
    const [one, other] = [await world.aTrader(), await world.aTrader()];
    const take = (user: string) => () => world.place(user, { quantity: '3', limitPrice: '101', timeInForce: 'fok' });
    const results = await heldBack(world.source, [one, other], [take(one), take(other)]);
    // Whichever the database has first.
    const outcomes = outcomesOf(results);
    expect([...outcomes].sort()).toEqual(['done', 'spot.not-whole']);
    expect(await world.balances(outcomes[0] === 'done' ? other : one)).toEqual(WHOLE);
  });
});

describe('an order until a date', () => {
  const until = (expiresAt: number, values: Partial<SpotWish> = {}) => ({
    limitPrice: '90',
    timeInForce: 'gtd' as const,
    expiresAt,
    ...values,
  });

  it('waits, and ends at its date: once, with all that was frozen', async () => {
    const user = await world.aTrader();
    const { id } = await world.place(user, until(now() + 5 * MINUTE, { quantity: '2' }));
    expect(await world.balances(user)).toMatchObject({ 'spot_frozen:USDT': '180.18' });
    expect(await expire()).toBe(0);
    await pass(id);
    const rounds = await Promise.all([1, 2, 3, 4].map(expire));
    expect(rounds.reduce((sum, ended) => sum + ended, 0)).toBe(1);
    expect(await world.order(user, id)).toMatchObject({ status: 'cancelled', reason: 'expired', reserved: '0' });
    expect(await world.balances(user)).toEqual(WHOLE);
    expect((await world.publishedKinds(user)).slice(-3)).toEqual(['order', 'balance', 'balance']);
    expect(await expire()).toBe(0);
    await expect(world.cancel(user, id)).rejects.toEqual(refusal('spot.not-open'));
  });

  it('keeps what it got before, in both books at once', async () => {
    const users = await Promise.all([false, true].map((demo) => world.aTrader(demo)));
    for (const [place, user] of users.entries()) {
      const demo = place === 1;
      const { id } = await world.place(user, until(now() + 5 * MINUTE, { demo, limitPrice: '100', quantity: '3' }));
      await pass(id);
    }
    expect(await expire()).toBe(2);
    // 1 at 100 at once, and its fee.
    const left = { 'spot:USDT': '9899.9', 'spot:BTC': '11' };
    expect(await world.balances(users[0] as string)).toEqual(left);
    expect(await world.balances(users[1] as string, true)).toEqual(left);
  });

  it('is filled before its date, and not after it, whoever looks first', async () => {
    const user = await world.aTrader();
    const { id } = await world.place(user, until(now() + 5 * MINUTE, { quantity: '2' }));
    world.quote([['80', '1']], [['90', '1']]);
    expect(await world.match()).toBe(1);
    await pass(id);
    world.quote([['80', '1']], [['90', '5']]);
    expect(await world.match()).toBe(0);
    expect(await expire()).toBe(1);
    expect(await world.order(user, id)).toMatchObject({ status: 'cancelled', reason: 'expired', filled: '1' });
    expect(await world.balances(user)).toEqual({ 'spot:USDT': '9909.91', 'spot:BTC': '11' });
  });

  it('that is filled and ends at the same instant has one end, forty times', async () => {
    for (let round = 0; round < 40; round += 1) {
      await world.begin();
      const user = await world.aTrader();
      const { id } = await world.place(user, until(now() + 5 * MINUTE));
      world.quote([['80', '1']], [['90', '1']]);
      // Whoever matches may have read the order a moment before its date.
      await Promise.all([round % 2 === 0 ? world.match() : null, pass(id).then(expire)]);
      await expire();
      const order = await world.order(user, id);
      expect(order.reserved).toBe('0');
      expect([order.status, order.filled]).toEqual(order.filled === '1' ? ['filled', '1'] : ['cancelled', '0']);
    }
  });

  it('ends in cancel-only, too', async () => {
    const user = await world.aTrader();
    const { id } = await world.place(user, until(now() + 5 * MINUTE));
    await pass(id);
    await world.source.query(`update trading_mode set mode = 'cancel-only' where not demo`);
    try {
      expect(await expire()).toBe(1);
    } finally {
      await world.source.query(`update trading_mode set mode = 'open'`);
    }
    expect(await world.balances(user)).toEqual(WHOLE);
  });

  it.each([
    ['in a moment', 30_000],
    ['in the past', -DAY],
    ['in 91 days', 91 * DAY],
  ])('is refused %s', async (_, ahead) => {
    const user = await world.aTrader();
    await expectNothing(user, until(now() + ahead), 'spot.expiry');
    const preview = world.of(PreviewSpotOrder).execute(user, world.wish(until(now() + ahead)));
    await expect(preview).rejects.toEqual(refusal('spot.expiry'));
  });

  it('cannot be given another date by hand', async () => {
    const user = await world.aTrader();
    const { id } = await world.place(user, until(now() + DAY));
    for (const change of [`expires_at = now()`, `time_in_force = 'gtc', expires_at = null`])
      await expect(world.source.query(`update spot_order set ${change} where id = ${id}`)).rejects.toThrow();
    await world.cancel(user, id);
  });
});

describe('a wish that says two things', () => {
  it.each([
    ['a market order that waits', { timeInForce: 'ioc' }],
    ['a date without its way', { limitPrice: '90', expiresAt: 4_000_000_000_000 }],
    ['a way without its date', { limitPrice: '90', timeInForce: 'gtd' }],
    ['an amount at a limit', { limitPrice: '90', quantityOf: 'quote' }],
  ] as [string, Partial<SpotWish>][])('%s is refused', async (_, values) => {
    await expectNothing(await world.aTrader(), values, 'request.invalid');
  });
});

describe('a market order for an amount', () => {
  it('of a purchase costs that amount with its fee', async () => {
    const user = await world.aTrader();
    // 1 at 100 and 1 at 101 are 201, and 0.201.
    const order = await world.place(user, { quantity: '201.201', quantityOf: 'quote' });
    expect(order).toMatchObject({ status: 'filled', quantity: '2', amount: '201', fee: '0.201', limitPrice: null });
    expect(await world.balances(user)).toEqual({ 'spot:USDT': '9798.799', 'spot:BTC': '12' });
  });

  it('of a sale brings it before the fee', async () => {
    const user = await world.aTrader();
    const order = await world.place(user, { side: 'sell', quantity: '148.5', quantityOf: 'quote' });
    expect(order).toMatchObject({ status: 'filled', quantity: '1.5', amount: '148.5' });
  });

  it('takes all that there is where the book holds too little', async () => {
    world.quote(DEEP.bids, [['100', '1']]);
    const order = await world.place(await world.aTrader(), { quantity: '5000', quantityOf: 'quote' });
    expect(order).toMatchObject({ quantity: '1', amount: '100' });
  });

  it.each([
    ['0.001', 'spot.below-minimum'],
    ['10.0000000001', 'spot.decimals'],
    ['0', 'request.invalid'],
    ['99999', 'spot.insufficient-balance'],
  ])('of %s is refused: %s', async (quantity, code) => {
    world.quote(DEEP.bids, [['100', '5000']]);
    await expectNothing(await world.aTrader(), { quantity, quantityOf: 'quote' }, code);
  });

  it('finds no price in an empty book', async () => {
    world.quote(DEEP.bids, []);
    await expectNothing(await world.aTrader(), { quantity: '50', quantityOf: 'quote' }, 'spot.no-book');
  });
});
