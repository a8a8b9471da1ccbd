import { BTC, USDT } from '../../../test/factories/ledger.js';
import { SpotWorld } from '../../../test/factories/spot-world.js';
import { CancelSpotStop } from './cancel-spot-stop.js';
import type { StopWish } from './draft-spot-stop.js';
import { PlaceSpotStop } from './place-spot-stop.js';
import { ReachSpotStops } from './reach-spot-stops.js';
import { type SpotStop, SpotStopsStore } from './spot-stops.store.js';
import { TriggerSpotStops } from './trigger-spot-stops.js';

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

const wishOf = (values: Partial<StopWish> = {}): StopWish => ({
  baseCurrencyId: BTC,
  quoteCurrencyId: USDT,
  demo: false,
  side: 'sell',
  quantity: '2',
  triggerPrice: null,
  trailPercent: '10',
  limitPrice: null,
  ...values,
});

async function now(userId: string): Promise<SpotStop> {
  const statuses = ['waiting', 'triggered', 'cancelled'] as const;
  const [stop] = await world.of(SpotStopsStore).list({ userId, demo: false, statuses, page: 1, limit: 10 });
  return stop as SpotStop;
}

async function place(userId: string, values: Partial<StopWish> = {}): Promise<SpotStop> {
  await world.of(PlaceSpotStop).execute(userId, wishOf(values), null);
  return now(userId);
}

/** Seconds of the tape, by last price and index, that are looked at together. */
async function seconds(...prices: [last: string, index: string][]): Promise<void> {
  for (const [last, index] of prices) await world.tape(last, { index });
}

describe('a stop that follows the price', () => {
  it.each([
    ['a sale by percent', {}, { direction: 'fall', watermark: '100', triggerPrice: '90', trailRatio: '0.1' }],
    [
      'a sale by a distance',
      { trailPercent: null, trailDistance: '2.5' },
      { direction: 'fall', watermark: '100', triggerPrice: '97.5', trailDistance: '2.5' },
    ],
    [
      'a purchase, for an amount',
      { side: 'buy', quantity: '500' },
      { direction: 'rise', watermark: '100', triggerPrice: '110', cost: '500', reserved: '500' },
    ],
  ] as [string, Partial<StopWish>, Partial<SpotStop>][])(
    'begins at the price of now: %s',
    async (_, values, expected) => {
      const stop = await place(await world.aTrader(), values);
      expect(stop).toMatchObject({ status: 'waiting', ...expected });
      await cancel(stop);
    },
  );

  it('goes up with the tape, where the index confirms it, never down, and sells at the market', async () => {
    const user = await world.aTrader();
    await place(user);
    await seconds(['100', '100']);
    expect(await reach()).toBe(0);
    await seconds(['110', '109']);
    expect(await reach()).toBe(0);
    expect(await now(user)).toMatchObject({ watermark: '109', triggerPrice: '98.1' });
    await seconds(['105', '105'], ['104', '104']);
    expect(await reach()).toBe(0);
    expect(await now(user)).toMatchObject({ watermark: '109', triggerPrice: '98.1' });
    world.quote([['97', '5']], [['98.2', '5']]);
    expect(await trigger()).toBe(0);
    world.quote([['97', '5']], [['98', '5']]);
    expect(await trigger()).toBe(1);
    expect(await now(user)).toMatchObject({ status: 'triggered', triggeredPrice: '98', triggerPrice: '98.1' });
    // 2 x 97 less a thousandth.
    expect(await world.balances(user)).toEqual({ 'spot:USDT': '10193.806', 'spot:BTC': '8' });
  });

  it('does not follow a price that nobody else has', async () => {
    const user = await world.aTrader();
    const stop = await place(user);
    await seconds(['100', '100'], ['200', '100.5'], ['100', '300']);
    await world.tape('150', { index: '150', state: 'degraded' });
    expect(await reach()).toBe(0);
    expect(await now(user)).toMatchObject({ watermark: '100.5', triggerPrice: '90.45' });
    await seconds(['80', '100'], ['100', '80']);
    expect(await reach()).toBe(0);
    expect(await now(user)).toMatchObject({ watermark: '100.5', triggeredPrice: null });
    await cancel(stop);
  });

  it('is judged second by second where several were not looked at', async () => {
    const user = await world.aTrader();
    await place(user);
    // Behind 120 it is triggered at 108: the 107 reaches it, what comes later counts no more.
    await seconds(['100', '100'], ['120', '120'], ['109', '109'], ['107', '107'], ['150', '150'], ['90', '90']);
    expect(await reach()).toBe(1);
    expect(await now(user)).toMatchObject({ watermark: '120', triggerPrice: '108', triggeredPrice: '107' });
    await seconds(['200', '200']);
    expect(await reach()).toBe(0);
    expect(await now(user)).toMatchObject({ watermark: '120', triggeredPrice: '107' });
    expect(await trigger()).toBe(1);
  });

  it('goes down before a purchase', async () => {
    const user = await world.aTrader();
    await place(user, { side: 'buy', quantity: '500' });
    await seconds(['100', '100'], ['80', '81'], ['85', '85']);
    expect(await reach()).toBe(0);
    expect(await now(user)).toMatchObject({ watermark: '81', triggerPrice: '89.1' });
    await seconds(['89.1', '89']);
    expect(await reach()).toBe(0);
    await seconds(['89.1', '89.2']);
    expect(await reach()).toBe(1);
    expect(await trigger()).toBe(1);
    expect(await now(user)).toMatchObject({ status: 'triggered', triggeredPrice: '89.1' });
  });

  it('stands still while the market is halted', async () => {
    const user = await world.aTrader();
    const stop = await place(user);
    await world.source.query(`update market set halted_reason = 'Maintenance' where id = ${world.marketId}`);
    await world.reload();
    try {
      await seconds(['150', '150']);
      expect(await reach()).toBe(0);
    } finally {
      await world.source.query('update market set halted_reason = null');
      await world.reload();
    }
    expect(await reach()).toBe(0);
    expect(await now(user)).toMatchObject({ watermark: '100', triggerPrice: '90' });
    await cancel(stop);
  });

  it.each([
    [{ trailPercent: '0.49' }, 'spot.trail'],
    [{ trailPercent: '20.01' }, 'spot.trail'],
    [{ trailPercent: null, trailDistance: '0.4' }, 'spot.trail'],
    [{ trailPercent: '1.001' }, 'spot.decimals'],
    [{ trailPercent: '10', trailDistance: '10' }, 'request.invalid'],
    [{ trailPercent: null }, 'request.invalid'],
    [{ triggerPrice: '90' }, 'request.invalid'],
    [{ limitPrice: '89' }, 'request.invalid'],
    [{ quantity: '11' }, 'spot.insufficient-sellable'],
  ] as [Partial<StopWish>, string][])('is refused %j: %s, and moves nothing', async (values, code) => {
    const user = await world.aTrader();
    await expect(place(user, values)).rejects.toEqual(refusal(code));
    expect(await world.balances(user)).toEqual({ 'spot:USDT': '10000', 'spot:BTC': '10' });
  });

  it('is not moved against its owner, nor made of one that stands', async () => {
    const user = await world.aTrader();
    const stop = await place(user);
    for (const change of [
      'trigger_price = 80',
      'watermark = 90, trigger_price = 81',
      'trail_ratio = 0.2',
      'watermark = null',
    ])
      await expect(world.source.query(`update spot_stop set ${change} where id = ${stop.id}`)).rejects.toThrow();
    await cancel(stop);
    const other = await place(user, { triggerPrice: '90', trailPercent: null });
    await expect(
      world.source.query(`update spot_stop set trigger_price = 95 where id = ${other.id}`),
    ).rejects.toThrow();
    await cancel(other);
  });
});

describe('the owner of a stop that follows the price', () => {
  const orderEvents = async (user: string) => {
    const rows: { payload: Record<string, unknown> }[] = await world.source.query(
      `select payload from outbox where user_id = $1 and kind = 'order' order by sequence`,
      [user],
    );
    return rows.map(({ payload }) => [payload.entityVersion, payload.triggerPrice, payload.triggeredPrice]);
  };

  it('is told of each move once, and of the price that reached it, and of nothing else', async () => {
    const user = await world.aTrader();
    await place(user);
    await seconds(['100', '100']);
    await reach();
    expect(await orderEvents(user)).toEqual([[1, '90', null]]);
    await seconds(['110', '110'], ['120', '120']);
    await reach();
    await seconds(['115', '115']);
    await reach();
    await reach();
    expect(await orderEvents(user)).toEqual([
      [1, '90', null],
      [2, '108', null],
    ]);
    await seconds(['107', '107']);
    expect(await reach()).toBe(1);
    expect((await orderEvents(user)).slice(2)).toEqual([[3, '108', '107']]);
    await reach();
    expect(await orderEvents(user)).toHaveLength(3);
    await cancel(await now(user));
  });
});
