import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BTC, USDT } from '../../../test/factories/ledger.js';
import { SpotWorld } from '../../../test/factories/spot-world.js';
import { AmendSpotOrder } from './amend-spot-order.js';
import type { StopWish } from './draft-spot-stop.js';
import { ExpireSpotOrders } from './expire-spot-orders.js';
import { PassedOver } from './passed-over.js';
import { PlaceSpotStop } from './place-spot-stop.js';
import { type SpotStop, SpotStopsStore } from './spot-stops.store.js';
import { SpotStore } from './spot.store.js';
import { TriggerSpotStops } from './trigger-spot-stops.js';

let world: SpotWorld;
beforeAll(async () => {
  world = await SpotWorld.open();
}, 60_000);
afterAll(() => world?.close());
beforeEach(() => world.begin());
afterEach(() => void jest.restoreAllMocks());

const refusal = (code: string) => expect.objectContaining({ code });
const byHand = (statement: string) =>
  world.source.query(`set session_replication_role = replica; ${statement}; set session_replication_role = origin`);

describe('a rest that costs nothing more', () => {
  const UNIT = '0.00000001';
  const PRICE = '0.000001';
  /** It costs 5.000000000002, and without the last step 5.000000000001: both are raised to the same. */
  const WISH = { quantity: '5000000.002', limitPrice: PRICE };
  const ALL_BUT_A_STEP: [string, string][] = [[PRICE, '5000000.001']];
  const STEP: [string, string][] = [[PRICE, '0.001']];
  let spent: string;
  let user: string;

  /** Steps of price and quantity that are worth less than can be booked. */
  const steps = async (price: number, quantity: number) => {
    await byHand(`update market set price_scale = ${price}, quantity_scale = ${quantity} where id = ${world.marketId};
      update spot_product set minimum_amount = 1, fee_ratio = 0.001 where market_id = ${world.marketId}`);
    await world.reload();
  };
  let before: { price: number; quantity: number };
  beforeAll(async () => {
    const [row] = await world.source.query(
      'select price_scale as price, quantity_scale as quantity from market where id = $1',
      [world.marketId],
    );
    before = row as typeof before;
    await steps(6, 3);
  });
  afterAll(() => steps(before.price, before.quantity));
  beforeEach(async () => {
    user = await world.aTrader();
    // 10000 - 5.00000001 - 0.00500001
    spent = '9994.99499998';
  });
  const usdt = async () => {
    const { 'spot:USDT': free, 'spot_frozen:USDT': frozen } = await world.balances(user);
    return { free, frozen };
  };
  const amend = (orderId: string, quantity: string) =>
    world.of(AmendSpotOrder).execute({ userId: user, orderId, limitPrice: null, quantity, key: null });

  it('has the least that can be booked frozen, and that is released', async () => {
    world.quote([], ALL_BUT_A_STEP);
    const order = await world.place(user, WISH);
    expect(order).toMatchObject({ status: 'open', filled: '5000000.001', reserved: UNIT });
    expect(await usdt()).toEqual({ free: '9994.99499997', frozen: UNIT });
    await world.cancel(user, order.id);
    expect(await usdt()).toEqual({ free: spent, frozen: undefined });
  });

  it('is raised again where something is frozen for it', async () => {
    world.quote([], ALL_BUT_A_STEP);
    const { id } = await world.place(user, { ...WISH, quantity: '9000000' });
    world.quote([], [['0.000002', '1']]);
    await amend(id, '5000000.002');
    expect(await world.order(user, id)).toMatchObject({ reserved: UNIT });
    await amend(id, '6000000');
    // 6 and 0.006, less the 5.00000001 and 0.00500001 that were paid.
    expect(await world.order(user, id)).toMatchObject({ reserved: '1.00099998' });
    await world.cancel(user, id);
    expect(await usdt()).toEqual({ free: spent, frozen: undefined });
  });

  /** All that was frozen is spent, and the rest goes on waiting. */
  async function paid(values = {}) {
    world.quote([], [['0.000002', '1']]);
    const { id } = await world.place(user, { ...WISH, ...values });
    world.quote([], ALL_BUT_A_STEP);
    expect(await world.match()).toBe(1);
    expect(await world.order(user, id)).toMatchObject({ status: 'open', filled: '5000000.001', reserved: '0' });
    return id;
  }

  it('is cancelled where nothing is frozen for it', async () => {
    const id = await paid();
    await expect(amend(id, '6000000')).rejects.toEqual(refusal('spot.rest-is-paid'));
    await world.cancel(user, id);
    expect(await world.order(user, id)).toMatchObject({ status: 'cancelled', reason: 'user' });
    expect(await usdt()).toEqual({ free: spent, frozen: undefined });
  });

  it('ends at its date where nothing is frozen for it, with others', async () => {
    const expiresAt = Date.now() + 300_000;
    const id = await paid({ timeInForce: 'gtd', expiresAt });
    const other = await world.aTrader();
    world.quote([], [['0.000002', '1']]);
    const frozen = await world.place(other, { ...WISH, timeInForce: 'gtd', expiresAt });
    await byHand(`update spot_order set expires_at = now() - interval '1 second' where id in (${id}, ${frozen.id})`);
    expect(await world.of(ExpireSpotOrders).execute()).toBe(2);
    expect(await world.order(user, id)).toMatchObject({ status: 'cancelled', reason: 'expired' });
    expect(await usdt()).toEqual({ free: spent, frozen: undefined });
  });

  it('is filled for nothing', async () => {
    const id = await paid();
    world.quote([], STEP);
    expect(await world.match()).toBe(1);
    expect(await world.order(user, id)).toMatchObject({ status: 'filled', filled: '5000000.002' });
    expect(await usdt()).toEqual({ free: spent, frozen: undefined });
  });

  it('is an order that waits, also of a version that freezes nothing for it', async () => {
    const store = world.of(SpotStore);
    const submit = store.submit.bind(store);
    jest
      .spyOn(store, 'submit')
      .mockImplementation((tx, claim, order, execution) => submit(tx, claim, order, { ...execution, reserve: '0' }));
    const crowd = await world.crowd(user, 200);
    world.quote([], ALL_BUT_A_STEP);
    try {
      await expect(world.place(user, WISH)).rejects.toEqual(refusal('spot.too-many'));
      // At once or not at all is none.
      expect(await world.place(user, { ...WISH, timeInForce: 'ioc' })).toMatchObject({ status: 'cancelled' });
    } finally {
      await crowd.forget();
    }
  });
});

describe('a stop at the market whose book others have taken', () => {
  const trigger = () => world.of(TriggerSpotStops).execute(world.marketId, false);

  async function place(user: string, values: Partial<StopWish>): Promise<SpotStop> {
    const common = { baseCurrencyId: BTC, quoteCurrencyId: USDT, demo: false, limitPrice: null, side: 'sell' as const };
    await world.of(PlaceSpotStop).execute(user, { ...common, quantity: '1', triggerPrice: '90', ...values }, null);
    return stopOf(user);
  }
  async function stopOf(user: string): Promise<SpotStop> {
    const statuses = ['waiting', 'triggered', 'cancelled'] as const;
    const [stop] = await world.of(SpotStopsStore).list({ userId: user, demo: false, statuses, page: 1, limit: 1 });
    return stop as SpotStop;
  }

  it('waits for what the venue quotes next, and is not spent on a crumb', async () => {
    const [user, other] = [await world.aTrader(), await world.aTrader()];
    await place(user, {});
    world.quote([['88', '2']], [['89', '10']]);
    await world.place(other, { side: 'sell', quantity: '1.9999' });
    expect(await trigger()).toBe(0);
    expect(await stopOf(user)).toMatchObject({ status: 'waiting' });
    world.quote([['88', '2']], [['89', '10']]);
    expect(await trigger()).toBe(0);
    world.quote([['88', '1.5']], [['89', '10']]);
    expect(await trigger()).toBe(1);
    expect(await world.orders(user)).toMatchObject([{ status: 'filled', filled: '1' }]);
  });

  it('does not wait for what is no crumb, though others took some of it', async () => {
    const [user, other] = [await world.aTrader(), await world.aTrader()];
    await place(user, { quantity: '3' });
    world.quote([['88', '2']], [['89', '10']]);
    await world.place(other, { side: 'sell', quantity: '0.5' });
    expect(await trigger()).toBe(1);
    expect(await world.orders(user)).toMatchObject([{ filled: '1.5', reason: 'no-liquidity' }]);
  });

  it('waits no longer than ten seconds for more than a tenth of what the venue quotes', async () => {
    const [user, other] = [await world.aTrader(), await world.aTrader()];
    const stop = await place(user, {});
    world.quote([['88', '1']], [['89', '10']]);
    await world.place(other, { side: 'sell', quantity: '0.85' });
    const receipt = (secondsAgo: number) =>
      world.source.query(
        `set session_replication_role = replica; update spot_stop set triggered_price = 88,
           triggered_price_at = '${new Date(Date.now() - secondsAgo * 1000).toISOString()}' where id = ${stop.id};
         set session_replication_role = origin`,
      );
    await receipt(2);
    expect(await trigger()).toBe(0);
    await receipt(10);
    expect(await trigger()).toBe(1);
    expect(await world.orders(user)).toMatchObject([{ filled: '0.15', reason: 'no-liquidity' }]);
  });

  it.each([
    [2000, 0],
    [10_000, 1],
  ])('waits no longer where the tape writes no receipt: %i ms after the first look at it', async (ago, triggered) => {
    const [user, other] = [await world.aTrader(), await world.aTrader()];
    await place(user, {});
    world.quote([['88', '1']], [['89', '10']]);
    await world.place(other, { side: 'sell', quantity: '0.85' });
    expect(await trigger()).toBe(0);
    jest.spyOn(PassedOver.prototype, 'since').mockReturnValue(Date.now() - ago);
    expect(await trigger()).toBe(triggered);
    world.quote([['88', '3']], [['89', '10']]);
    expect(await trigger()).toBe(1 - triggered);
  });

  it('waits where it buys for an amount', async () => {
    const [user, other] = [await world.aTrader(), await world.aTrader()];
    await place(user, { side: 'buy', quantity: '500', triggerPrice: '110' });
    world.quote([['80', '2']], [['111', '9']]);
    await world.place(other, { quantity: '8.9999' });
    expect(await trigger()).toBe(0);
    world.quote([['80', '2']], [['111', '8']]);
    expect(await trigger()).toBe(1);
    const [order] = await world.orders(user);
    expect([order?.status, Number(order?.amount) > 499]).toEqual(['filled', true]);
  });

  it('is carried out as far as it goes where the venue has no more', async () => {
    const [user, other] = [await world.aTrader(), await world.aTrader()];
    await place(user, {});
    world.quote([['88', '0.4']], [['89', '10']]);
    expect(await trigger()).toBe(1);
    expect(await world.orders(user)).toMatchObject([{ filled: '0.4', reason: 'no-liquidity' }]);
    await place(other, { side: 'buy', quantity: '500', triggerPrice: '110' });
    world.quote([['80', '2']], [['111', '1']]);
    expect(await trigger()).toBe(1);
    expect(await world.orders(other)).toMatchObject([{ filled: '1' }]);
  });
});

describe('a book of which everything is taken', () => {
  it.each([{}, { quantityOf: 'quote' as const }])('has nothing for an order at the market: %j', async (values) => {
    const [user, other] = [await world.aTrader(), await world.aTrader()];
    world.quote([['99', '1']], [['100', '1']]);
    await world.place(other, { quantity: '1' });
    await expect(world.place(user, { quantity: '50', ...values })).rejects.toEqual(refusal('spot.no-book'));
  });
});

describe('a venue that is finer than the market', () => {
  it('is taken in the quantities that the market has, at prices whose worth can be booked', async () => {
    const user = await world.aTrader();
    const asks: [string, string][] = [
      ['90.1234567890123', '1'],
      ['90.5', '0.1234567'],
    ];
    world.quote([['80', '1']], asks);
    const order = await world.place(user, { quantity: '1' });
    expect(order).toMatchObject({ filled: '0.123456', exact: '11.172768', reason: 'no-liquidity' });
  });
});
