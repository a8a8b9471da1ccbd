import { BTC, USDT } from '../../../test/factories/ledger.js';
import { SpotWorld } from '../../../test/factories/spot-world.js';
import { AmendSpotOrder } from './amend-spot-order.js';
import { AmendSpotStop } from './amend-spot-stop.js';
import { CancelSpotStop } from './cancel-spot-stop.js';
import type { PairWish } from './draft-spot-pair.js';
import type { StopAmendmentWish } from './draft-stop-amendment.js';
import { PlaceSpotPair } from './place-spot-pair.js';
import { ReachSpotStops } from './reach-spot-stops.js';
import { type SpotStop, SpotStopsStore } from './spot-stops.store.js';
import type { SpotOrder } from './spot.store.js';
import { TriggerSpotStops } from './trigger-spot-stops.js';

const WHOLE = { 'spot:USDT': '10000', 'spot:BTC': '10' };
const BUY = { side: 'buy', limitPrice: '90', triggerPrice: '110', stopLimitPrice: '120' } as const;

let world: SpotWorld;
beforeAll(async () => {
  world = await SpotWorld.open();
}, 60_000);
afterAll(() => world?.close());
beforeEach(() => world.begin());

const refusal = (code: string) => expect.objectContaining({ code });
const trigger = () => world.of(TriggerSpotStops).execute(world.marketId, false);
const cancelStop = ({ userId, id }: SpotStop) => world.of(CancelSpotStop).execute({ userId, stopId: id, key: null });

const wishOf = (values: Partial<PairWish> = {}): PairWish => ({
  baseCurrencyId: BTC,
  quoteCurrencyId: USDT,
  demo: false,
  side: 'sell',
  quantity: '2',
  limitPrice: '110',
  triggerPrice: '90',
  stopLimitPrice: null,
  ...values,
});

interface Pair {
  order: SpotOrder;
  stop: SpotStop;
}

const stopsOf = (userId: string): Promise<SpotStop[]> =>
  world.of(SpotStopsStore).list({
    userId,
    demo: false,
    statuses: ['waiting', 'triggered', 'cancelled'],
    page: 1,
    limit: 100,
  });

async function place(userId: string, values: Partial<PairWish> = {}, key: string | null = null): Promise<Pair> {
  await world.of(PlaceSpotPair).execute(userId, wishOf(values), key);
  const [[stop], [order]] = [await stopsOf(userId), await world.orders(userId)];
  return { order: order as SpotOrder, stop: stop as SpotStop };
}

/** As both stand now. */
async function now({ order, stop }: Pair): Promise<Pair> {
  const stops = await stopsOf(stop.userId);
  return {
    order: await world.order(order.userId, order.id),
    stop: stops.find(({ id }) => id === stop.id) as SpotStop,
  };
}

describe('a pair', () => {
  it.each([
    ['a sale', {}, { 'spot_frozen:BTC': '2' }],
    // 2 x 120 and a thousandth: more than 2 x 90.
    ['a purchase', BUY, { 'spot_frozen:USDT': '240.24' }],
  ] as const)('freezes one amount, enough for either: %s', async (_, values, frozen) => {
    const user = await world.aTrader();
    const preview = await world.of(PlaceSpotPair).preview(user, wishOf(values));
    const pair = await place(user, values);
    expect(pair.order).toMatchObject({
      status: 'open',
      reserved: Object.values(frozen)[0],
      pairedStopId: pair.stop.id,
    });
    expect(pair.stop).toMatchObject({ status: 'waiting', reserved: '0', pairedOrderId: pair.order.id });
    const balances = await world.balances(user);
    expect(balances).toMatchObject(frozen);
    expect(preview.balanceAfter).toBe(balances['side' in values ? 'spot:USDT' : 'spot:BTC']);
    expect(await world.publishedKinds(user)).toEqual(['order', 'order', 'balance', 'balance']);
    await cancelStop(pair.stop);
    expect(await world.balances(user)).toEqual(WHOLE);
  });

  it('is placed once for one key', async () => {
    const user = await world.aTrader();
    await Promise.all([1, 2, 3].map(() => place(user, {}, 'one-pair-key')));
    expect(await stopsOf(user)).toHaveLength(1);
    expect(await world.orders(user)).toHaveLength(1);
    await cancelStop((await stopsOf(user))[0] as SpotStop);
  });

  it.each([
    // The last price is 100, the best bid 99.
    [{ limitPrice: '99.5' }, 'spot.pair-sides'],
    [{ limitPrice: '98' }, 'spot.pair-sides'],
    [{ triggerPrice: '100' }, 'spot.pair-sides'],
    [{ triggerPrice: '105' }, 'spot.pair-sides'],
    [{ ...BUY, limitPrice: '100.5' }, 'spot.pair-sides'],
    [{ ...BUY, triggerPrice: '95' }, 'spot.pair-sides'],
    [{ ...BUY, stopLimitPrice: null }, 'request.invalid'],
    [{ quantity: '11' }, 'spot.insufficient-sellable'],
    // 90 x 100 would do, 120 x 100 does not.
    [{ ...BUY, quantity: '100' }, 'spot.insufficient-balance'],
    [{ quantity: '0.01' }, 'spot.below-minimum'],
    [{ stopLimitPrice: '89.00000001' }, 'spot.decimals'],
  ] as [Partial<PairWish>, string][])('is refused %j: %s, and moves nothing', async (values, code) => {
    const user = await world.aTrader();
    await expect(place(user, values)).rejects.toEqual(refusal(code));
    expect(await world.balances(user)).toEqual(WHOLE);
    expect([...(await stopsOf(user)), ...(await world.orders(user))]).toEqual([]);
  });

  it('is taken back whole by either', async () => {
    const user = await world.aTrader();
    const one = await place(user);
    await world.cancel(user, one.order.id);
    expect(await now(one)).toMatchObject({
      order: { status: 'cancelled', reason: 'user' },
      stop: { status: 'cancelled', reason: 'user' },
    });
    const other = await place(user, BUY);
    await cancelStop(other.stop);
    expect(await now(other)).toMatchObject({
      order: { status: 'cancelled', reason: 'user', pairedStopId: null },
      stop: { status: 'cancelled', reason: 'user' },
    });
    expect(await world.balances(user)).toEqual(WHOLE);
    await expect(world.cancel(user, other.order.id)).rejects.toEqual(refusal('spot.not-open'));
    await expect(cancelStop(one.stop)).rejects.toEqual(refusal('spot.not-open'));
  });

  it('is nobody else’s to cancel, and its order is not changed', async () => {
    const user = await world.aTrader();
    const pair = await place(user);
    await expect(cancelStop({ ...pair.stop, userId: await world.aTrader() })).rejects.toEqual(
      refusal('spot.not-found'),
    );
    const change = { userId: user, orderId: pair.order.id, limitPrice: '115', quantity: null, key: null };
    await expect(world.of(AmendSpotOrder).execute(change)).rejects.toEqual(refusal('spot.paired'));
    await expect(
      world.source.query(`update spot_stop set paired_order_id = null where id = ${pair.stop.id}`),
    ).rejects.toThrow();
    await cancelStop(pair.stop);
  });
});

describe('the first execution of its order', () => {
  it('ends the stop of a sale, also where only a part is executed', async () => {
    const user = await world.aTrader();
    const pair = await place(user);
    world.quote([['110', '1']], [['111', '5']]);
    expect(await world.match()).toBe(1);
    expect(await now(pair)).toMatchObject({
      order: { status: 'open', filled: '1', reserved: '1', pairedStopId: null },
      stop: { status: 'cancelled', reason: 'other-executed' },
    });
    // 110 less a thousandth.
    expect(await world.balances(user)).toEqual({ 'spot:USDT': '10109.89', 'spot:BTC': '8', 'spot_frozen:BTC': '1' });
    world.quote([['88', '5']], [['89', '5']]);
    expect(await trigger()).toBe(0);
    await world.cancel(user, pair.order.id);
  });

  it('gives back what only the stop of a purchase needed', async () => {
    const user = await world.aTrader();
    const pair = await place(user, BUY);
    world.quote([['89', '1']], [['90', '1']]);
    expect(await world.match()).toBe(1);
    // 90 and its fee are paid, and as much waits.
    expect(await world.balances(user)).toEqual({
      'spot:USDT': '9819.82',
      'spot_frozen:USDT': '90.09',
      'spot:BTC': '11',
    });
    expect(await now(pair)).toMatchObject({ order: { reserved: '90.09' }, stop: { reason: 'other-executed' } });
    await world.cancel(user, pair.order.id);
  });
});

describe('the price of its stop', () => {
  it('ends the order of a sale and sells in its place', async () => {
    const user = await world.aTrader();
    const pair = await place(user);
    world.quote([['88', '5']], [['89', '5']]);
    expect(await trigger()).toBe(1);
    const after = await now(pair);
    expect(after).toMatchObject({
      order: { status: 'cancelled', reason: 'stop-triggered', filled: '0', reserved: '0' },
      stop: { status: 'triggered', triggeredPrice: '89' },
    });
    expect(await world.orders(user)).toMatchObject([
      { id: after.stop.orderId, status: 'filled', amount: '176' },
      { id: pair.order.id },
    ]);
    expect(await world.balances(user)).toEqual({ 'spot:USDT': '10175.824', 'spot:BTC': '8' });
  });

  it('ends the order of a purchase and buys within its limit', async () => {
    const user = await world.aTrader();
    await place(user, BUY);
    world.quote([['109', '1']], [['111', '1']]);
    expect(await trigger()).toBe(1);
    // 1 at 111 and its fee; 120 and its fee wait.
    expect(await world.balances(user)).toEqual({
      'spot:USDT': '9768.769',
      'spot_frozen:USDT': '120.12',
      'spot:BTC': '11',
    });
    await world.cancel(user, (await world.orders(user))[0]?.id ?? '');
  });

  it('that the tape reached while nobody looked does the same', async () => {
    const user = await world.aTrader();
    const pair = await place(user);
    await world.tape('89.5');
    await world.tape('101');
    expect(await world.of(ReachSpotStops).execute()).toBe(1);
    expect(await trigger()).toBe(1);
    expect(await now(pair)).toMatchObject({
      order: { reason: 'stop-triggered' },
      stop: { status: 'triggered', triggeredPrice: '89.5' },
    });
  });
});

it('ends one way, forty times, where the price reaches both while its user takes it back', async () => {
  for (let round = 0; round < 40; round += 1) {
    await world.begin();
    const user = await world.aTrader();
    const pair = await place(user);
    await world.tape('89');
    // As no market is: both are reached at once.
    world.quote([['110', '10']], [['111', '10']], { last: '89' });
    const acts = [
      () => world.match(),
      () => trigger(),
      () => world.of(ReachSpotStops).execute(),
      () => (round % 2 ? cancelStop(pair.stop) : world.cancel(user, pair.order.id)),
    ];
    const results = await Promise.allSettled(acts.map((act) => act()));
    const [last] = results.slice(-1);
    if (last?.status === 'rejected') expect(last.reason).toEqual(refusal('spot.not-open'));
    expect(results.slice(0, 3).filter(({ status }) => status === 'rejected')).toEqual([]);
    world.quote([['110', '10']], [['111', '10']], { last: '89' });
    await trigger();
    await world.match();
    const { order, stop } = await now(pair);
    const ends = [order.status, order.reason, stop.status, stop.reason].join(' ');
    expect([
      'filled  cancelled other-executed',
      'cancelled stop-triggered triggered ',
      'cancelled user cancelled user',
    ]).toContain(ends);
    expect(last?.status === 'fulfilled').toBe(ends.endsWith('user'));
    const sold = ends.endsWith('user') ? '10' : '8';
    expect(await world.balances(user)).toMatchObject({ 'spot:BTC': sold });
    expect(Object.keys(await world.balances(user)).sort()).toEqual(['spot:BTC', 'spot:USDT']);
  }
});

it('counts as a stop that waits', async () => {
  const user = await world.aTrader();
  await world.source.query(
    `insert into spot_stop (user_id, market_id, base_currency_id, quote_currency_id, demo, side, direction, trigger_price,
       quantity, fee_ratio, created_at, updated_at, reserved)
     select $1, $2, $3, $4, false, 'sell', 'fall', 1, 7, 0, now(), now(), 0 from generate_series(1, 50)`,
    [user, world.marketId, BTC, USDT],
  );
  await expect(place(user)).rejects.toEqual(refusal('spot.too-many-stops'));
  await world.source.query(`set session_replication_role = replica;
    delete from spot_stop where user_id = ${user} and quantity = 7; set session_replication_role = origin`);
  expect(await world.balances(user)).toEqual(WHOLE);
});

describe('a change of a pair', () => {
  type Change = Partial<Omit<StopAmendmentWish, 'userId' | 'stopId'>>;
  const wishFor = ({ stop: { userId, id } }: Pair, change: Change): StopAmendmentWish => ({
    userId,
    stopId: id,
    triggerPrice: null,
    limitPrice: null,
    amount: null,
    trailPercent: null,
    trailDistance: null,
    pairedLimitPrice: null,
    amendments: null,
    ...change,
  });
  async function amend(pair: Pair, change: Change): Promise<Pair> {
    await world.of(AmendSpotStop).execute({ ...wishFor(pair, change), key: null });
    return now(pair);
  }

  it.each([
    [{}, { pairedLimitPrice: '115' }, { limitPrice: '115' }, {}, '2', 2],
    [{}, { triggerPrice: '85' }, {}, { triggerPrice: '85' }, '2', 1],
    [{}, { amount: '3' }, { quantity: '3' }, { quantity: '3' }, '3', 2],
    // Either needs more or less than the other: 2 x 130, 2 x 118 and 2 x 120 with a thousandth.
    [BUY, { limitPrice: '130' }, {}, { limitPrice: '130' }, '260.26', 2],
    [BUY, { limitPrice: '118' }, {}, { limitPrice: '118' }, '236.236', 2],
    [BUY, { pairedLimitPrice: '95' }, { limitPrice: '95' }, {}, '240.24', 2],
    [
      BUY,
      { amount: '1', limitPrice: '115', triggerPrice: '112', pairedLimitPrice: '80' },
      { quantity: '1', limitPrice: '80' },
      { quantity: '1', limitPrice: '115', triggerPrice: '112' },
      '115.115',
      2,
    ],
  ] as [Partial<PairWish>, Change, Partial<SpotOrder>, Partial<SpotStop>, string, number][])(
    'of %j to %j keeps both numbers, and one amount enough for either',
    async (values, change, order, stop, reserved, version) => {
      const user = await world.aTrader();
      const pair = await place(user, values);
      const seen = await world.of(AmendSpotStop).preview(wishFor(pair, change));
      const amended = await amend(pair, change);
      expect(amended.order).toMatchObject({ id: pair.order.id, status: 'open', ...order, reserved, version });
      expect(amended.stop).toMatchObject({
        ...pair.stop,
        ...stop,
        pairedLimitPrice: amended.order.limitPrice,
        amendments: 1,
        version: 2,
        updatedAt: expect.any(Date),
      });
      const paid = pair.stop.side === 'buy' ? 'USDT' : 'BTC';
      const balances = await world.balances(user);
      expect(balances).toMatchObject({ [`spot_frozen:${paid}`]: reserved, [`spot:${paid}`]: seen.balanceAfter });
      expect(seen).toMatchObject({ held: pair.order.reserved, reserve: reserved });
      const isOrder = version === 2;
      const isMoved = reserved !== pair.order.reserved;
      expect((await world.publishedKinds(user)).slice(4)).toEqual([
        'order',
        ...(isOrder ? ['order'] : []),
        ...(isMoved ? ['balance', 'balance'] : []),
      ]);
      await cancelStop(amended.stop);
      expect(await world.balances(user)).toEqual(WHOLE);
    },
  );

  it.each([
    [{}, { pairedLimitPrice: '99.5' }, 'spot.pair-sides'],
    [{}, { pairedLimitPrice: '98' }, 'spot.pair-sides'],
    [{}, { triggerPrice: '100' }, 'spot.pair-sides'],
    [BUY, { pairedLimitPrice: '100.5' }, 'spot.pair-sides'],
    [BUY, { triggerPrice: '95' }, 'spot.pair-sides'],
    [{}, { limitPrice: '80' }, 'request.invalid'],
    [{}, { amount: '11' }, 'spot.insufficient-sellable'],
    [BUY, { amount: '100' }, 'spot.insufficient-balance'],
    [BUY, { limitPrice: '6000' }, 'spot.insufficient-balance'],
    [{}, { amount: '0.01' }, 'spot.below-minimum'],
    [{}, { amount: '2.0', pairedLimitPrice: '110.0' }, 'spot.unchanged'],
    [{}, { pairedLimitPrice: '110.00000001' }, 'spot.decimals'],
    [{}, { amount: '3', amendments: 3 }, 'spot.changed'],
  ] as [Partial<PairWish>, Change, string][])(
    'of %j to %j is refused: %s, and moves nothing',
    async (values, change, code) => {
      const pair = await place(await world.aTrader(), values);
      await expect(amend(pair, change)).rejects.toEqual(refusal(code));
      await expect(world.of(AmendSpotStop).preview(wishFor(pair, change))).rejects.toEqual(refusal(code));
      expect(await now(pair)).toEqual(pair);
      await cancelStop(pair.stop);
      expect(await world.balances(pair.stop.userId)).toEqual(WHOLE);
    },
  );

  it('to less is taken in cancel-only, and to anything else is not', async () => {
    const pair = await place(await world.aTrader(), BUY);
    await world.source.query(`update trading_mode set mode = 'cancel-only' where not demo`);
    try {
      for (const change of [{ amount: '3' }, { pairedLimitPrice: '80' }, { amount: '1', limitPrice: '115' }])
        await expect(amend(pair, change)).rejects.toEqual(refusal('ledger.cancel-only'));
      expect((await amend(pair, { amount: '1' })).order).toMatchObject({ quantity: '1', reserved: '120.12' });
    } finally {
      await world.source.query(`update trading_mode set mode = 'open'`);
    }
    await cancelStop(pair.stop);
  });

  it('is what either is by then: the order that is executed, the stop that is triggered', async () => {
    const [one, other] = [await place(await world.aTrader()), await place(await world.aTrader())];
    await amend(one, { pairedLimitPrice: '105', amount: '1' });
    await amend(other, { triggerPrice: '85', amount: '1' });
    world.quote([['106', '1']], [['107', '5']]);
    await world.match();
    expect(await now(one)).toMatchObject({
      order: { status: 'filled', filled: '1' },
      stop: { status: 'cancelled', reason: 'other-executed' },
    });
    world.quote([['84', '5']], [['85', '5']]);
    expect(await trigger()).toBe(1);
    expect(await now(other)).toMatchObject({
      order: { status: 'cancelled', reason: 'stop-triggered' },
      stop: { status: 'triggered', triggerPrice: '85' },
    });
    expect(await world.balances(other.stop.userId)).toMatchObject({ 'spot:BTC': '9' });
    await expect(amend(one, { amount: '3' })).rejects.toEqual(refusal('spot.not-open'));
  });

  it('and an execution or its price at the same time have one outcome, forty times', async () => {
    for (let round = 0; round < 40; round += 1) {
      await world.begin();
      const pair = await place(await world.aTrader());
      const isOrder = round % 2 === 0;
      const move = () =>
        isOrder ? world.quote([['111', '5']], [['112', '5']]) : world.quote([['88', '5']], [['89', '5']]);
      move();
      const [changed] = await Promise.allSettled([amend(pair, { amount: '1' }), isOrder ? world.match() : trigger()]);
      // A book is matched once, and whoever is being changed is passed over: the next one finds it.
      move();
      await (isOrder ? world.match() : trigger());
      const after = await now(pair);
      const quantity = changed?.status === 'fulfilled' ? '1' : '2';
      if (changed?.status === 'rejected') expect(changed.reason).toEqual(refusal('spot.not-open'));
      expect(after.stop).toMatchObject({ quantity, status: isOrder ? 'cancelled' : 'triggered' });
      expect(await world.balances(pair.stop.userId)).toMatchObject({ 'spot:BTC': quantity === '1' ? '9' : '8' });
    }
  });

  it('asks for more to be frozen only by a change that is written', async () => {
    const pair = await place(await world.aTrader(), BUY);
    await amend(pair, { limitPrice: '125' });
    await expect(
      world.source.query(
        `update spot_order set reserved = reserved + 1, version = version + 1, updated_at = now() where id = ${pair.order.id}`,
      ),
    ).rejects.toThrow();
    await cancelStop(pair.stop);
  });
});
