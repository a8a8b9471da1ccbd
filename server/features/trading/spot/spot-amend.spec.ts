import { heldBack, outcomesOf } from '../../../test/factories/held-back.js';
import { DEEP, SpotWorld } from '../../../test/factories/spot-world.js';
import { Clock } from '../../../platform/clock/clock.js';
import { AmendSpotOrder } from './amend-spot-order.js';
import { PreviewAmendment } from './preview-amendment.js';
import { SpotAmendmentsStore } from './spot-amendments.store.js';
import type { SpotOrder } from './spot.store.js';

const WHOLE = { 'spot:USDT': '10000', 'spot:BTC': '10' };

let world: SpotWorld;
beforeAll(async () => {
  world = await SpotWorld.open();
}, 60_000);
afterAll(() => world?.close());
beforeEach(() => world.begin());

const refusal = (code: string) => expect.objectContaining({ code });

interface Change {
  limitPrice?: string;
  quantity?: string;
}

const wishOf = (
  { userId, id }: SpotOrder,
  { limitPrice = null, quantity = null }: Partial<Record<keyof Change, string | null>>,
) => ({
  userId,
  orderId: id,
  limitPrice,
  quantity,
});

async function amend(order: SpotOrder, change: Change, key: string | null = null): Promise<SpotOrder> {
  await world.of(AmendSpotOrder).execute({ ...wishOf(order, change), key });
  return world.order(order.userId, order.id);
}

const waiting = async (values: Parameters<SpotWorld['place']>[1] = {}): Promise<SpotOrder> => {
  const user = await world.aTrader();
  return world.place(user, { quantity: '2', limitPrice: '90', ...values });
};

describe('a change of an order that waits', () => {
  it.each([
    // 2 x 95 and 2 x 80 with a thousandth; 3 x 90.
    [{ limitPrice: '95' }, '190.19'],
    [{ limitPrice: '80' }, '160.16'],
    [{ quantity: '3' }, '270.27'],
    [{ quantity: '0.5', limitPrice: '70' }, '35.035'],
  ])('of a purchase %j freezes %s under the same number', async (change, frozen) => {
    const order = await waiting();
    const amended = await amend(order, change);
    expect(amended).toMatchObject({ ...order, ...change, reserved: frozen, version: 2, updatedAt: expect.any(Date) });
    expect(await world.balances(order.userId)).toMatchObject({ 'spot_frozen:USDT': frozen });
    expect((await world.publishedKinds(order.userId)).slice(-3)).toEqual(['order', 'balance', 'balance']);
    await world.cancel(order.userId, order.id);
    expect(await world.balances(order.userId)).toEqual(WHOLE);
  });

  it('of a sale at another price moves no money, and of another quantity the difference', async () => {
    const order = await waiting({ side: 'sell', limitPrice: '120' });
    await amend(order, { limitPrice: '130' });
    expect((await world.publishedKinds(order.userId)).slice(-1)).toEqual(['order']);
    await amend(order, { quantity: '5' });
    expect(await world.balances(order.userId)).toEqual({
      'spot:USDT': '10000',
      'spot:BTC': '5',
      'spot_frozen:BTC': '5',
    });
    await world.cancel(order.userId, order.id);
  });

  it('keeps what was executed before, and costs in all what each part cost', async () => {
    // 1 at 100 at once; 2 wait.
    const order = await waiting({ quantity: '3', limitPrice: '100' });
    const amended = await amend(order, { limitPrice: '50', quantity: '4' });
    // 3 x 50 for the rest, with a thousandth.
    expect(amended).toMatchObject({ filled: '1', amount: '100', reserved: '150.15' });
    world.quote([['40', '1']], [['49', '9']]);
    await world.match();
    expect(await world.order(order.userId, order.id)).toMatchObject({ status: 'filled', amount: '247', fee: '0.247' });
    expect(await world.balances(order.userId)).toEqual({ 'spot:USDT': '9752.753', 'spot:BTC': '14' });
    expect(await world.of(SpotAmendmentsStore).of(order.id)).toMatchObject([
      { limitBefore: '100', limitAfter: '50', quantityBefore: '3', quantityAfter: '4' },
    ]);
  });

  it('that reaches the book takes at once, as a new order would, from what is frozen for it', async () => {
    const order = await waiting();
    const preview = await world.of(PreviewAmendment).execute(wishOf(order, { limitPrice: '101' }));
    const amended = await amend(order, { limitPrice: '101' });
    // 1 at 100 and 1 at 101.
    expect(amended).toMatchObject({ status: 'filled', amount: '201', fee: '0.201', reserved: '0' });
    expect(await world.balances(order.userId)).toEqual({ 'spot:USDT': '9798.799', 'spot:BTC': '12' });
    expect(preview).toMatchObject({ reservedAfter: '0', balanceAfter: '9798.799' });
  });

  it.each([
    ['dearer', '0.002'],
    ['cheaper', '0'],
  ])('is charged what its preview shows where a new order has become %s', async (_what, ratio) => {
    const order = await waiting();
    const charge = (feeRatio: string) =>
      world.source.query('update spot_product set fee_ratio = $1 where market_id = $2', [feeRatio, world.marketId]);
    await charge(ratio);
    try {
      const waits = await world.of(PreviewAmendment).execute(wishOf(order, { limitPrice: '95' }));
      // 2 x 95 with the thousandth that it was placed at.
      expect(waits).toMatchObject({ reserved: '190.19' });
      expect(await amend(order, { limitPrice: '95' })).toMatchObject({ feeRatio: '0.001', reserved: '190.19' });
      const filled = await world.of(PreviewAmendment).execute(wishOf(order, { limitPrice: '101' }));
      expect(filled).toMatchObject({ fill: { fee: '0.201' }, balanceAfter: '9798.799' });
      expect(await amend(order, { limitPrice: '101' })).toMatchObject({ status: 'filled', fee: '0.201' });
      expect(await world.balances(order.userId)).toMatchObject({ 'spot:USDT': '9798.799' });
    } finally {
      await charge('0.001');
    }
  });

  it('that reaches a part of it takes that part, and the rest waits', async () => {
    const order = await waiting({ quantity: '4' });
    expect(await amend(order, { limitPrice: '101' })).toMatchObject({
      status: 'open',
      filled: '3',
      reserved: '101.101',
    });
    expect(await world.balances(order.userId)).toEqual({
      'spot:USDT': '9596.597',
      'spot_frozen:USDT': '101.101',
      'spot:BTC': '13',
    });
    // What it took is not there for the next.
    const next = await world.place(await world.aTrader(), { limitPrice: '101', timeInForce: 'ioc' });
    expect(next).toMatchObject({ status: 'cancelled', filled: '0' });
    await world.cancel(order.userId, order.id);
  });

  it('happens once for one key, however often it is sent', async () => {
    const order = await waiting();
    await Promise.all([1, 2, 3, 4].map(() => amend(order, { quantity: '3' }, 'amend-once')));
    await amend(order, { quantity: '3' }, 'amend-once');
    expect(await world.of(SpotAmendmentsStore).of(order.id)).toHaveLength(1);
    await world.cancel(order.userId, order.id);
  });

  it('of demo money is apart', async () => {
    const user = await world.aTrader(true);
    const order = await world.place(user, { limitPrice: '90', demo: true });
    await amend(order, { limitPrice: '91' });
    expect(await world.balances(user, true)).toMatchObject({ 'spot_frozen:USDT': '91.091' });
    await world.cancel(user, order.id);
  });
});

describe('a change that is refused moves nothing', () => {
  it.each([
    [{}, 'spot.unchanged'],
    [{ limitPrice: '90.00', quantity: '2.0' }, 'spot.unchanged'],
    [{ quantity: '200' }, 'spot.insufficient-balance'],
    [{ quantity: '0.01' }, 'spot.below-minimum'],
    [{ limitPrice: '900000' }, 'spot.above-maximum'],
    [{ limitPrice: '90.00000001' }, 'spot.decimals'],
    [{ limitPrice: '0' }, 'request.invalid'],
  ])('%j: %s', async (change, code) => {
    const order = await waiting();
    await expect(amend(order, change)).rejects.toEqual(refusal(code));
    await expect(world.of(PreviewAmendment).execute(wishOf(order, change))).rejects.toEqual(refusal(code));
    expect(await world.order(order.userId, order.id)).toEqual(order);
    await world.cancel(order.userId, order.id);
    expect(await world.balances(order.userId)).toEqual(WHOLE);
  });

  it('to no more than is executed', async () => {
    const order = await waiting({ quantity: '3', limitPrice: '100' });
    for (const quantity of ['1', '0.5'])
      await expect(amend(order, { quantity })).rejects.toEqual(refusal('spot.below-filled'));
    expect((await amend(order, { quantity: '1.00001' })).reserved).toBe('0.001001');
    await world.cancel(order.userId, order.id);
  });

  it('of somebody else’s, of an ended one, and of one whose date has come', async () => {
    const order = await waiting();
    const stranger = { ...order, userId: await world.aTrader() };
    await expect(amend(stranger, { quantity: '3' })).rejects.toEqual(refusal('spot.not-found'));
    await world.cancel(order.userId, order.id);
    await expect(amend(order, { quantity: '3' })).rejects.toEqual(refusal('spot.not-open'));
    const dated = await waiting({ timeInForce: 'gtd', expiresAt: world.of(Clock).now() + 3_600_000 });
    await world.source.query(`set session_replication_role = replica;
      update spot_order set expires_at = now() - interval '1 second' where id = ${dated.id};
      set session_replication_role = origin`);
    await expect(amend(dated, { quantity: '3' })).rejects.toEqual(refusal('spot.not-open'));
    const preview = world.of(PreviewAmendment).execute(wishOf(dated, { quantity: '3' }));
    await expect(preview).rejects.toEqual(refusal('spot.not-open'));
    await world.cancel(dated.userId, dated.id);
  });

  it('of one that only waits, to where it would execute', async () => {
    const order = await waiting({ timeInForce: 'post-only' });
    await expect(amend(order, { limitPrice: '100' })).rejects.toEqual(refusal('spot.would-take'));
    expect(await amend(order, { limitPrice: '99.99' })).toMatchObject({ status: 'open', limitPrice: '99.99' });
    await world.cancel(order.userId, order.id);
  });

  it('in a market that is stale, and in cancel-only', async () => {
    const order = await waiting();
    world.quote(DEEP.bids, DEEP.asks, { status: 'stale' });
    await expect(amend(order, { quantity: '1' })).rejects.toEqual(refusal('market.stale'));
    await world.begin();
    await world.source.query(`update trading_mode set mode = 'cancel-only' where not demo`);
    try {
      await expect(amend(order, { quantity: '1' })).rejects.toEqual(refusal('ledger.cancel-only'));
    } finally {
      await world.source.query(`update trading_mode set mode = 'open'`);
    }
    expect(await world.order(order.userId, order.id)).toEqual(order);
    await world.cancel(order.userId, order.id);
  });

  it('by hand, whoever does it', async () => {
    const order = await waiting();
    const tries = [
      `update spot_order set limit_price = 1000, version = version + 1 where id = ${order.id}`,
      `update spot_order set quantity = 1 where id = ${order.id}`,
      `update spot_order set reserved = reserved + 1 where id = ${order.id}`,
    ];
    for (const statement of tries) await expect(world.source.query(statement)).rejects.toThrow();
    await amend(order, { quantity: '3' });
    await expect(world.source.query('update spot_order_amendment set limit_after = 1')).rejects.toThrow();
    await world.cancel(order.userId, order.id);
  });
});

describe('at the same time', () => {
  it('two changes of one order: both happen, one after the other, or the second is refused', async () => {
    const order = await waiting();
    const change = (quantity: string) => () => amend(order, { quantity });
    expect(outcomesOf(await heldBack(world.source, [order.userId], [change('3'), change('4')]))).toEqual([
      'done',
      'done',
    ]);
    expect(await world.order(order.userId, order.id)).toMatchObject({ quantity: '4', reserved: '360.36', version: 3 });
    await world.cancel(order.userId, order.id);
  });

  it('a change and its end: the change, and then the end of all of it; or the end alone', async () => {
    const order = await waiting();
    const both = [() => amend(order, { quantity: '3' }), () => world.cancel(order.userId, order.id)];
    expect(outcomesOf(await heldBack(world.source, [order.userId], both))).toEqual(['done', 'done']);
    expect(await world.balances(order.userId)).toEqual(WHOLE);
    const other = await waiting();
    const reverse = [() => world.cancel(other.userId, other.id), () => amend(other, { quantity: '3' })];
    expect(outcomesOf(await heldBack(world.source, [other.userId], reverse))).toEqual(['done', 'spot.not-open']);
    expect(await world.balances(other.userId)).toEqual(WHOLE);
  });

  it('a change and an execution: none of the two is lost, forty times', async () => {
    for (let round = 0; round < 40; round += 1) {
      await world.begin();
      const order = await waiting();
      world.quote([['80', '1']], [['90', '1']]);
      // To another price that the book has not reached, or to more of it.
      const change = round % 2 === 0 ? { limitPrice: '85' } : { quantity: '3' };
      const [changed] = await Promise.allSettled([amend(order, change), world.match()]);
      const after = await world.order(order.userId, order.id);
      expect(changed.status).toBe('fulfilled');
      expect(after).toMatchObject(change);
      const left = await world.balances(order.userId);
      expect(left['spot:BTC']).toBe(after.filled === '1' ? '11' : '10');
      expect(left['spot_frozen:USDT']).toBe(after.reserved);
      await world.cancel(order.userId, order.id);
      const spent = after.filled === '1' ? '9909.91' : '10000';
      expect((await world.balances(order.userId))['spot:USDT']).toBe(spent);
    }
  });
});
