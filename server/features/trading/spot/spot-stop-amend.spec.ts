import { jest } from '@jest/globals';
import { heldBack, outcomesOf } from '../../../test/factories/held-back.js';
import { BTC, USDT } from '../../../test/factories/ledger.js';
import { DEEP, SpotWorld } from '../../../test/factories/spot-world.js';
import { Clock } from '../../../platform/clock/clock.js';
import { AmendSpotStop } from './amend-spot-stop.js';
import { CancelSpotStop } from './cancel-spot-stop.js';
import type { StopWish } from './draft-spot-stop.js';
import type { StopAmendmentWish } from './draft-stop-amendment.js';
import { PlaceSpotStop } from './place-spot-stop.js';
import { ReachSpotStops } from './reach-spot-stops.js';
import { SpotStopAmendmentsStore } from './spot-stop-amendments.store.js';
import { type SpotStop, SpotStopsStore } from './spot-stops.store.js';
import { TriggerSpotStops } from './trigger-spot-stops.js';

const WHOLE = { 'spot:USDT': '10000', 'spot:BTC': '10' };

let world: SpotWorld;
beforeAll(async () => {
  world = await SpotWorld.open();
}, 60_000);
afterAll(() => world?.close());
beforeEach(() => world.begin());

const refusal = (code: string) => expect.objectContaining({ code });
const reach = () => world.of(ReachSpotStops).execute();
const trigger = () => world.of(TriggerSpotStops).execute(world.marketId, false);
const cancel = ({ userId, id }: SpotStop) => world.of(CancelSpotStop).execute({ userId, stopId: id, key: null });
/** The last price is the best ask of the book. */
const last = (ask: string, bid = '50') => world.quote([[bid, '10']], [[ask, '10']]);

type Change = Partial<Omit<StopAmendmentWish, 'userId' | 'stopId'>>;

const SELL: Partial<StopWish> = { side: 'sell', quantity: '2', triggerPrice: '90' };
const SELL_LIMIT: Partial<StopWish> = { ...SELL, limitPrice: '85' };
const BUY_LIMIT: Partial<StopWish> = { side: 'buy', quantity: '2', triggerPrice: '110', limitPrice: '120' };
const BUY_FOR: Partial<StopWish> = { side: 'buy', quantity: '500', triggerPrice: '90' };
const TRAIL: Partial<StopWish> = { side: 'sell', quantity: '2', triggerPrice: null, trailPercent: '10' };
const TRAIL_BY: Partial<StopWish> = { ...TRAIL, trailPercent: null, trailDistance: '5' };

async function now({ userId, id, demo }: SpotStop): Promise<SpotStop> {
  const statuses = ['waiting', 'triggered', 'cancelled'] as const;
  const stops = await world.of(SpotStopsStore).list({ userId, demo, statuses, page: 1, limit: 100 });
  return stops.find((stop) => stop.id === id) as SpotStop;
}

async function waiting(values: Partial<StopWish> = SELL): Promise<SpotStop> {
  const userId = await world.aTrader(values.demo);
  const pair = { baseCurrencyId: BTC, quoteCurrencyId: USDT, demo: false };
  const wish = { ...pair, side: 'sell', quantity: '1', triggerPrice: '90', limitPrice: null, ...values } as StopWish;
  await world.of(PlaceSpotStop).execute(userId, wish, null);
  const demo = wish.demo;
  const [stop] = await world.of(SpotStopsStore).list({ userId, demo, statuses: ['waiting'], page: 1, limit: 1 });
  return stop as SpotStop;
}

const wishOf = ({ userId, id }: SpotStop, change: Change): StopAmendmentWish => ({
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

async function amend(stop: SpotStop, change: Change, key: string | null = null): Promise<SpotStop> {
  await world.of(AmendSpotStop).execute({ ...wishOf(stop, change), key });
  return now(stop);
}

const preview = (stop: SpotStop, change: Change) => world.of(AmendSpotStop).preview(wishOf(stop, change));

async function inCancelOnly(work: () => Promise<unknown>): Promise<void> {
  await world.source.query(`update trading_mode set mode = 'cancel-only' where not demo`);
  try {
    await work();
  } finally {
    await world.source.query(`update trading_mode set mode = 'open'`);
  }
}

describe('a change of a stop that waits', () => {
  it.each([
    ['of a sale to another price', SELL, { triggerPrice: '80' }, { triggerPrice: '80', reserved: '2' }],
    ['of a sale to more coins', SELL, { amount: '3' }, { quantity: '3', reserved: '3' }],
    [
      'of a sale with a limit, all of it',
      SELL_LIMIT,
      { triggerPrice: '91', limitPrice: '88', amount: '1.5' },
      { triggerPrice: '91', limitPrice: '88', quantity: '1.5', reserved: '1.5' },
    ],
    // 2 x 130 and 3 x 120 with a thousandth.
    ['of a purchase to another limit', BUY_LIMIT, { limitPrice: '130' }, { limitPrice: '130', reserved: '260.26' }],
    ['of a purchase to more coins', BUY_LIMIT, { amount: '3' }, { quantity: '3', reserved: '360.36' }],
    ['of a purchase to fewer coins', BUY_LIMIT, { amount: '1' }, { quantity: '1', reserved: '120.12' }],
    ['of a purchase for an amount', BUY_FOR, { amount: '700' }, { cost: '700', reserved: '700' }],
  ] as [string, Partial<StopWish>, Change, Partial<SpotStop>][])(
    'freezes what it needs then, under the same number: %s',
    async (_, values, change, expected) => {
      const stop = await waiting(values);
      const seen = await preview(stop, change);
      const amended = await amend(stop, change);
      expect(amended).toEqual({ ...stop, ...expected, amendments: 1, version: 2, updatedAt: expect.any(Date) });
      expect(seen).toMatchObject({ terms: { triggerPrice: amended.triggerPrice }, reserve: amended.reserved });
      const paid = stop.side === 'buy' ? 'USDT' : 'BTC';
      const balances = await world.balances(stop.userId);
      expect(balances).toMatchObject({ [`spot_frozen:${paid}`]: amended.reserved });
      expect(balances[`spot:${paid}`]).toBe(seen.balanceAfter);
      const isMoved = stop.reserved !== amended.reserved;
      expect((await world.publishedKinds(stop.userId)).slice(3)).toEqual(
        isMoved ? ['order', 'balance', 'balance'] : ['order'],
      );
      await cancel(amended);
      expect(await world.balances(stop.userId)).toEqual(WHOLE);
    },
  );

  it('is kept, each with what was before it', async () => {
    const stop = await waiting(SELL_LIMIT);
    await amend(stop, { triggerPrice: '91' });
    await amend(stop, { amount: '1', limitPrice: '84' });
    expect(await world.of(SpotStopAmendmentsStore).of(stop.id)).toMatchObject([
      {
        triggerBefore: '91',
        triggerAfter: '91',
        limitBefore: '85',
        limitAfter: '84',
        amountBefore: '2',
        amountAfter: '1',
      },
      { triggerBefore: '90', triggerAfter: '91', limitBefore: '85', limitAfter: '85', trailBefore: null },
    ]);
    await cancel(stop);
  });

  it('is what is triggered from then on, and pays by it', async () => {
    const stop = await waiting();
    await amend(stop, { triggerPrice: '80', amount: '3' });
    last('89', '88');
    expect(await trigger()).toBe(0);
    last('80', '79');
    expect(await trigger()).toBe(1);
    // 3 x 79 less a thousandth.
    expect(await world.balances(stop.userId)).toEqual({ 'spot:USDT': '10236.763', 'spot:BTC': '7' });
    expect(await now(stop)).toMatchObject({ status: 'triggered', triggerPrice: '80', triggeredPrice: '80' });
    await expect(amend(stop, { amount: '1' })).rejects.toEqual(refusal('spot.not-open'));
  });

  it('happens once for one key, however often it is sent', async () => {
    const stop = await waiting();
    const change = { amount: '3', amendments: 0 };
    await Promise.all([1, 2, 3, 4].map(() => amend(stop, change, 'amend-stop-once')));
    await amend(stop, change, 'amend-stop-once');
    expect(await world.of(SpotStopAmendmentsStore).of(stop.id)).toHaveLength(1);
    expect(await world.balances(stop.userId)).toMatchObject({ 'spot_frozen:BTC': '3' });
    await cancel(stop);
  });

  it('of demo money is apart', async () => {
    const stop = await waiting({ ...SELL, demo: true });
    await amend(stop, { amount: '4' });
    expect(await world.balances(stop.userId, true)).toMatchObject({ 'spot_frozen:BTC': '4' });
    await cancel(stop);
  });
});

describe('a change that is refused moves nothing', () => {
  it.each([
    [SELL, {}, 'spot.unchanged'],
    [SELL, { triggerPrice: '90.0', amount: '2.00' }, 'spot.unchanged'],
    [SELL, { amount: '11' }, 'spot.insufficient-sellable'],
    [BUY_LIMIT, { amount: '100' }, 'spot.insufficient-balance'],
    [BUY_FOR, { amount: '10001' }, 'spot.insufficient-balance'],
    [SELL, { amount: '0.01' }, 'spot.below-minimum'],
    [BUY_LIMIT, { limitPrice: '900000' }, 'spot.above-maximum'],
    // The last price is 100: it would have fallen so far already.
    [SELL, { triggerPrice: '100' }, 'spot.trigger-reached'],
    [SELL, { triggerPrice: '110' }, 'spot.trigger-reached'],
    [BUY_LIMIT, { triggerPrice: '99' }, 'spot.trigger-reached'],
    [SELL, { triggerPrice: '90.00000001' }, 'spot.decimals'],
    [SELL, { amount: '1.0000000001' }, 'spot.decimals'],
    [SELL, { triggerPrice: '0' }, 'request.invalid'],
    // What it was not placed with.
    [SELL, { limitPrice: '80' }, 'request.invalid'],
    [SELL, { trailPercent: '5' }, 'request.invalid'],
    [SELL, { trailDistance: '5' }, 'request.invalid'],
    [SELL, { amount: '3', amendments: 1 }, 'spot.changed'],
    [TRAIL, { triggerPrice: '95' }, 'request.invalid'],
    [TRAIL, { trailDistance: '5' }, 'request.invalid'],
    [TRAIL_BY, { trailPercent: '5' }, 'request.invalid'],
    [TRAIL, { trailPercent: '0.4' }, 'spot.trail'],
    [TRAIL, { trailPercent: '20.01' }, 'spot.trail'],
    [TRAIL, { trailPercent: '5.001' }, 'spot.decimals'],
    [TRAIL_BY, { trailDistance: '30' }, 'spot.trail'],
  ] as [Partial<StopWish>, Change, string][])('of %j to %j: %s', async (values, change, code) => {
    const stop = await waiting(values);
    await expect(amend(stop, change)).rejects.toEqual(refusal(code));
    await expect(preview(stop, change)).rejects.toEqual(refusal(code));
    expect(await now(stop)).toEqual(stop);
    await cancel(stop);
    expect(await world.balances(stop.userId)).toEqual(WHOLE);
  });

  it('of somebody else’s, of an ended one, and of one whose date has come', async () => {
    const stop = await waiting();
    const stranger = { ...stop, userId: await world.aTrader() };
    await expect(world.of(AmendSpotStop).execute({ ...wishOf(stranger, { amount: '1' }), key: null })).rejects.toEqual(
      refusal('spot.not-found'),
    );
    await cancel(stop);
    await expect(amend(stop, { amount: '1' })).rejects.toEqual(refusal('spot.not-open'));
    const dated = await waiting({ ...SELL, expiresAt: world.of(Clock).now() + 3_600_000 });
    await world.source.query(`set session_replication_role = replica;
      update spot_stop set expires_at = now() - interval '1 second' where id = ${dated.id};
      set session_replication_role = origin`);
    for (const asked of [amend, preview])
      await expect(asked(dated, { amount: '1' })).rejects.toEqual(refusal('spot.not-open'));
    await cancel(dated);
  });

  it('of one that a price has reached and that waits for its market', async () => {
    const stop = await waiting();
    await world.tape('89');
    expect(await reach()).toBe(1);
    for (const change of [{ amount: '1' }, { triggerPrice: '80' }])
      await expect(amend(stop, change)).rejects.toEqual(refusal('spot.stop-reached'));
    expect(await now(stop)).toMatchObject({ triggerPrice: '90', triggeredPrice: '89', amendments: 0 });
    await cancel(stop);
  });

  it('that asks more than it to become less, where nothing new may be ordered', async () => {
    const [stop, purchase] = [await waiting(), await waiting(BUY_LIMIT)];
    const more: Change[] = [{ amount: '3' }, { triggerPrice: '80' }, { triggerPrice: '80', amount: '1' }];
    await inCancelOnly(async () => {
      for (const change of more) await expect(amend(stop, change)).rejects.toEqual(refusal('ledger.cancel-only'));
      // Less may be frozen for it and it be as great a risk: it buys at another price.
      await expect(amend(purchase, { limitPrice: '115' })).rejects.toEqual(refusal('ledger.cancel-only'));
      expect(await amend(stop, { amount: '1.5' })).toMatchObject({ quantity: '1.5', reserved: '1.5' });
      expect(await amend(purchase, { amount: '1' })).toMatchObject({ quantity: '1', reserved: '120.12' });
    });
    world.quote(DEEP.bids, DEEP.asks, { status: 'stale' });
    for (const change of more) await expect(amend(stop, change)).rejects.toEqual(refusal('market.stale'));
    expect(await amend(stop, { amount: '1' })).toMatchObject({ quantity: '1', reserved: '1' });
    await expect(amend(stop, { amount: '0.01' })).rejects.toEqual(refusal('spot.below-minimum'));
    for (const one of [stop, purchase]) {
      await cancel(one);
      expect(await world.balances(one.userId)).toEqual(WHOLE);
    }
  });

  it('by hand, whoever does it', async () => {
    const stop = await waiting(TRAIL);
    const tries = ['quantity = 3', 'trail_ratio = 0.05', 'trigger_price = 80', 'amendments = 2', 'judged_from = now()'];
    await amend(stop, { amount: '1' });
    for (const change of [...tries, 'reserved = 9'])
      await expect(
        world.source.query(`update spot_stop set ${change}, version = version + 1 where id = ${stop.id}`),
      ).rejects.toThrow();
    await expect(world.source.query('update spot_stop_amendment set amount_after = 1')).rejects.toThrow();
    await expect(world.source.query('delete from spot_stop_amendment')).rejects.toThrow();
    await cancel(stop);
  });
});

describe('another distance of a stop that follows the price', () => {
  it.each([
    ['closer', TRAIL, { trailPercent: '5' }, { trailRatio: '0.05', triggerPrice: '104.5' }],
    ['farther', TRAIL, { trailPercent: '20' }, { trailRatio: '0.2', triggerPrice: '88' }],
    ['as a distance', TRAIL_BY, { trailDistance: '7.5' }, { trailDistance: '7.5', triggerPrice: '102.5' }],
  ] as [string, Partial<StopWish>, Change, Partial<SpotStop>][])(
    'is behind the best price that it has seen: %s',
    async (_, values, change, expected) => {
      const stop = await waiting(values);
      await world.tape('110');
      await reach();
      expect(await now(stop)).toMatchObject({ watermark: '110' });
      last('109', '108');
      const amended = await amend(stop, change);
      expect(amended).toMatchObject({ watermark: '110', reserved: '2', ...expected });
      await world.tape('120');
      await reach();
      expect((await now(stop)).watermark).toBe('120');
      await cancel(stop);
    },
  );

  it('is refused where the last price is behind it by that much already, and its amount is not', async () => {
    const stop = await waiting(TRAIL);
    await world.tape('110');
    await reach();
    // 5 % behind 110 is 104.5.
    last('104', '103');
    await expect(amend(stop, { trailPercent: '5' })).rejects.toEqual(refusal('spot.trigger-reached'));
    expect(await amend(stop, { amount: '1' })).toMatchObject({ quantity: '1', triggerPrice: '99', watermark: '110' });
    await cancel(stop);
  });

  it('follows what went before it, and is reached by what comes after it alone', async () => {
    const stop = await waiting(TRAIL);
    // Nobody looks: the best price was 110, and 99.5 is more than 5 % behind it, but not more than 10 %.
    for (const price of ['110', '99.5']) await world.tape(price);
    last('108', '107');
    // Of 100, as far as its row knows.
    await amend(stop, { trailPercent: '5' });
    const at = await later();
    expect(await reach()).toBe(0);
    expect(await now(stop)).toMatchObject({ watermark: '110', triggerPrice: '104.5', triggeredPrice: null });
    await world.tape('104', { at });
    expect(await reach()).toBe(1);
    await cancel(stop);
  });
});

describe('one that follows the price and is changed', () => {
  async function halt(reason: string | null): Promise<void> {
    await world.source.query('update market set halted_reason = $1 where id = $2', [reason, world.marketId]);
    await world.reload();
  }

  it('does not see what it passed over while the market was halted', async () => {
    const stop = await waiting(TRAIL);
    await world.tape('100');
    await reach();
    await halt('Maintenance');
    await world.tape('140');
    await reach();
    await halt(null);
    await world.tape('101');
    await reach();
    last('101');
    expect(await amend(stop, { trailPercent: '20' })).toMatchObject({ watermark: '101', triggerPrice: '80.8' });
    const at = await later();
    await world.tape('100', { at });
    expect(await reach()).toBe(0);
    expect(await now(stop)).toMatchObject({ watermark: '101', triggerPrice: '80.8', triggeredPrice: null });
    await cancel(stop);
  });

  it('stands behind the best price that its row has now, not that which was read before', async () => {
    const stop = await waiting(TRAIL);
    await world.tape('110');
    await reach();
    const store = world.of(SpotStopAmendmentsStore);
    const amending = store.amend.bind(store);
    jest.spyOn(store, 'amend').mockImplementationOnce(async (...given) => {
      // Its trigger price, and so its version, is the same with both.
      await world.source.query(`update spot_stop set watermark = 110.011 where id = ${stop.id}`);
      return amending(...given);
    });
    last('110');
    const after = await amend(stop, { trailPercent: '1' });
    const [row] = await world.source.query(
      `select trigger_price = spot_trail_price(direction, watermark, trail_ratio, trail_distance, m.price_scale) as is_right
         from spot_stop s join market m on m.id = s.market_id where s.id = $1`,
      [stop.id],
    );
    expect([after.watermark, row.is_right]).toEqual(['110.011', true]);
    await cancel(stop);
  });
});

it('a price from before the change sets nothing off, however it is heard of', async () => {
  const stop = await waiting();
  last('99');
  await amend(stop, { triggerPrice: '98' });
  await world.source.query(`set session_replication_role = replica;
    update spot_stop set judged_from = judged_from + interval '1 second' where id = ${stop.id};
    set session_replication_role = origin`);
  last('97', '96');
  expect(await trigger()).toBe(0);
  expect(await now(stop)).toMatchObject({ status: 'waiting' });
  await cancel(stop);
});

/** A second behind every change that was made so far; those on the tape were before them. */
async function later(): Promise<number> {
  await world.source.query(`set session_replication_role = replica;
    update spot_stop set judged_from = (select max(second) from tape_head) where judged_from is not null;
    set session_replication_role = origin`);
  const [row] = await world.source.query('select extract(epoch from max(second)) * 1000 as at from tape_head');
  return Number(row.at) + 1000;
}

describe('the tape', () => {
  it('before a change does not count for the price that it moved to, and what comes after does', async () => {
    const stop = await waiting();
    await world.tape('95');
    await reach();
    // Nobody looks: 91 would have reached a stop at 92, which it was not then.
    await world.tape('91');
    last('99');
    await amend(stop, { triggerPrice: '92' });
    const at = await later();
    expect(await reach()).toBe(0);
    await world.tape('91.5', { at });
    expect(await reach()).toBe(1);
    expect(await now(stop)).toMatchObject({ triggeredPrice: '91.5' });
    await cancel(stop);
  });

  it('counts on for a change of the amount', async () => {
    const stop = await waiting();
    await world.tape('95');
    await reach();
    await world.tape('89');
    await world.tape('97');
    await amend(stop, { amount: '1' });
    expect(await reach()).toBe(1);
    expect(await now(stop)).toMatchObject({ triggeredPrice: '89', quantity: '1' });
    await cancel(stop);
  });

  it('that is judged while a stop is moved leaves the stop to the next look', async () => {
    const stop = await waiting();
    await world.tape('95');
    await reach();
    await world.tape('89');
    last('99');
    const both = [() => amend(stop, { triggerPrice: '80' }), reach];
    expect(outcomesOf(await heldBack(world.source, [stop.userId], both))).toEqual(['done', 'done']);
    expect(await now(stop)).toMatchObject({ triggerPrice: '80', triggeredPrice: null, status: 'waiting' });
    const at = await later();
    await world.tape('79', { at });
    expect(await reach()).toBe(1);
    await cancel(stop);
  });
});

describe('at the same time', () => {
  it('two changes by what was seen once: the second is told that it was changed', async () => {
    const stop = await waiting();
    const change = (amount: string) => () => amend(stop, { amount, amendments: 0 });
    const results = await heldBack(world.source, [stop.userId], [change('3'), change('4')]);
    expect(outcomesOf(results)).toEqual(['done', 'spot.changed']);
    expect(await now(stop)).toMatchObject({ quantity: '3', reserved: '3', version: 2 });
    await cancel(stop);
  });

  it('two changes that saw nothing: one after the other', async () => {
    const stop = await waiting();
    const both = [() => amend(stop, { amount: '3' }), () => amend(stop, { triggerPrice: '80' })];
    expect(outcomesOf(await heldBack(world.source, [stop.userId], both))).toEqual(['done', 'done']);
    expect(await now(stop)).toMatchObject({ quantity: '3', triggerPrice: '80', reserved: '3', version: 3 });
    await cancel(stop);
  });

  it('a change and its end: the change, and then the end of all of it; or the end alone', async () => {
    const stop = await waiting();
    const both = [() => amend(stop, { amount: '3' }), () => cancel(stop)];
    expect(outcomesOf(await heldBack(world.source, [stop.userId], both))).toEqual(['done', 'done']);
    expect(await world.balances(stop.userId)).toEqual(WHOLE);
    const other = await waiting();
    const reverse = [() => cancel(other), () => amend(other, { amount: '3' })];
    expect(outcomesOf(await heldBack(world.source, [other.userId], reverse))).toEqual(['done', 'spot.not-open']);
    expect(await world.balances(other.userId)).toEqual(WHOLE);
  });

  it('a change and its price: whoever is first, the other goes by it', async () => {
    const stop = await waiting();
    last('89', '88');
    // Less of it may be asked for at any price. The trigger does not wait for the row that the change has.
    const both = [() => amend(stop, { amount: '1' }), trigger];
    const results = await heldBack(world.source, [stop.userId], both);
    expect(outcomesOf(results)).toEqual(['done', 'done']);
    expect(await now(stop)).toMatchObject({ status: 'waiting', quantity: '1' });
    expect(await trigger()).toBe(1);
    expect(await world.balances(stop.userId)).toEqual({ 'spot:USDT': '10087.912', 'spot:BTC': '9' });
    await world.begin();
    const other = await waiting();
    last('89', '88');
    const reverse = [trigger, () => amend(other, { amount: '1' })];
    expect(outcomesOf(await heldBack(world.source, [other.userId], reverse))).toEqual(['done', 'spot.not-open']);
    expect(await world.balances(other.userId)).toMatchObject({ 'spot:BTC': '8' });
  });

  it('a change and its price, unheld: one end and one amount, forty times', async () => {
    for (let round = 0; round < 40; round += 1) {
      await world.begin();
      const stop = await waiting();
      last('89', '88');
      const [changed] = await Promise.allSettled([amend(stop, { amount: '1' }), trigger()]);
      await trigger();
      const after = await now(stop);
      if (changed.status === 'rejected') expect(changed.reason).toEqual(refusal('spot.not-open'));
      expect(after).toMatchObject({ status: 'triggered', quantity: changed.status === 'fulfilled' ? '1' : '2' });
      expect(await world.orders(stop.userId)).toMatchObject([{ quantity: after.quantity, filled: after.quantity }]);
    }
  });
});

it('buys at least the least that can be ordered, when it is placed and when it is changed', async () => {
  const whole = (scale: string) =>
    world.source.query(`update market set quantity_scale = ${scale} where id = ${world.marketId}`);
  const [{ before }] = await world.source.query(
    `select quantity_scale as before from market where id = ${world.marketId}`,
  );
  await whole('0');
  await world.reload();
  try {
    // 110 and a thousandth for one coin.
    const little = { code: 'spot.below-minimum', parameters: { minimum: '110.11' } };
    const wish: Partial<StopWish> = { side: 'buy', quantity: '110.11', triggerPrice: '110' };
    await expect(waiting({ ...wish, quantity: '110.1' })).rejects.toMatchObject(little);
    const stop = await waiting(wish);
    await expect(amend(stop, { amount: '110.1' })).rejects.toMatchObject(little);
    await expect(preview(stop, { triggerPrice: '110.01' })).rejects.toMatchObject({ code: 'spot.below-minimum' });
    expect(await amend(stop, { amount: '220.22', triggerPrice: '220' })).toMatchObject({ cost: '220.22' });
    await cancel(stop);
  } finally {
    await whole(String(before));
    await world.reload();
  }
});
