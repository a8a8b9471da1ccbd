import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BTC, USDT } from '../../../test/factories/ledger.js';
import { SpotWorld } from '../../../test/factories/spot-world.js';
import { GetSpotFees } from './get-spot-fees.js';
import { PlaceSpotPair } from './place-spot-pair.js';
import { PlaceSpotStop } from './place-spot-stop.js';
import { PreviewSpotOrder } from './preview-spot-order.js';
import { SpotStopsStore } from './spot-stops.store.js';
import { SubmitSpotOrder } from './submit-spot-order.js';

/** Orders that say which fee their user was shown, while operators set another one. */
const WHOLE = { 'spot:USDT': '10000', 'spot:BTC': '10' };

let world: SpotWorld;
beforeAll(async () => {
  world = await SpotWorld.open();
}, 60_000);
afterAll(() => world?.close());
beforeEach(() => world.begin());
afterEach(() => charge('0.001'));

const charge = (ratio: string) =>
  world.source.query('update spot_product set fee_ratio = $1 where market_id = $2', [ratio, world.marketId]);
const raised = (percent: string) => expect.objectContaining({ code: 'spot.fee-raised', parameters: { percent } });

/** What can be placed at a fee, and the fee that it then has in its row. */
const PLACED: Record<string, (userId: string, worstFeeRatio?: string, key?: string) => Promise<string | undefined>> = {
  'a market order': async (userId, worstFeeRatio, key) =>
    (await world.place(userId, shown(worstFeeRatio), key ?? null)).feeRatio,
  'a limit order': async (userId, worstFeeRatio, key) =>
    (await world.place(userId, { limitPrice: '90', ...shown(worstFeeRatio) }, key ?? null)).feeRatio,
  'a stop': async (userId, worstFeeRatio, key) => {
    const wish = { ...world.wish({ side: 'sell' }), triggerPrice: '90', ...shown(worstFeeRatio) };
    await world.of(PlaceSpotStop).execute(userId, wish, key ?? null);
    const query = { userId, demo: false, statuses: ['waiting'], page: 1, limit: 1 } as const;
    return (await world.of(SpotStopsStore).list(query))[0]?.feeRatio;
  },
  'a pair': async (userId, worstFeeRatio, key) => {
    const wish = { ...world.wish({ side: 'sell' }), limitPrice: '110', triggerPrice: '90', stopLimitPrice: null };
    await world.of(PlaceSpotPair).execute(userId, { ...wish, ...shown(worstFeeRatio) }, key ?? null);
    return (await world.orders(userId))[0]?.feeRatio;
  },
};
const shown = (worstFeeRatio?: string) => (worstFeeRatio === undefined ? {} : { worstFeeRatio });

describe.each(Object.entries(PLACED))('%s', (_name, place) => {
  it('is refused where its fee is higher by now than the one that was shown, and nothing is left of it', async () => {
    const user = await world.aTrader();
    await charge('0.0015');
    await expect(place(user, '0.001')).rejects.toEqual(raised('0.15'));
    await expect(place(user, '0.00149999')).rejects.toEqual(raised('0.15'));
    expect([await world.balances(user), await world.publishedKinds(user)]).toEqual([WHOLE, []]);
  });

  it('is taken at the fee that was shown, at a lower one, and at any where none was said', async () => {
    const user = await world.aTrader();
    expect(await place(user, '0.0010')).toBe('0.001');
    await charge('0');
    expect(await place(user, '0.001')).toBe('0');
    expect(await place(user, '0')).toBe('0');
    await charge('0.0015');
    expect(await place(user)).toBe('0.0015');
  });

  it('that was taken is not refused to a repetition under its key, whatever the fee is by then', async () => {
    const user = await world.aTrader();
    await place(user, '0.001', 'taken-before-1');
    const before = await world.balances(user);
    await charge('0.0015');
    await place(user, '0.001', 'taken-before-1');
    expect(await world.balances(user)).toEqual(before);
  });
});

it('what is charged is what was judged, also where the terms change on the way', async () => {
  const user = await world.aTrader();
  const orders = Array.from({ length: 12 }, (_, place) => ({
    userId: user,
    wish: world.wish({ quantity: '0.1', worstFeeRatio: '0.001' }),
    worstPrice: null,
    key: `on-the-way-${place}`,
  }));
  const submit = world.of(SubmitSpotOrder);
  const changes = (async () => {
    for (const ratio of ['0.002', '0.0005', '0.003', '0.001']) await charge(ratio);
  })();
  const outcomes = await Promise.allSettled(orders.map((order) => submit.execute(order)));
  await changes;
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'spot.fee-raised' });
  const rows = await world.orders(user);
  expect(rows).toHaveLength(outcomes.filter(({ status }) => status === 'fulfilled').length);
  for (const { feeRatio, amount, fee } of rows) {
    expect(Number(feeRatio)).toBeLessThanOrEqual(0.001);
    expect(Number(fee)).toBeCloseTo(Number(amount) * Number(feeRatio), 8);
  }
});

it('a preview says the fee, and refuses what the order would be refused for', async () => {
  const user = await world.aTrader();
  await charge('0.0015');
  const preview = (worstFeeRatio?: string) =>
    world.of(PreviewSpotOrder).execute(user, world.wish(shown(worstFeeRatio)));
  expect((await preview()).terms.feeRatio).toBe('0.0015');
  await expect(preview('0.001')).rejects.toEqual(raised('0.15'));
});

describe('the fee beside a coin', () => {
  const percentOf = (currencyId: number) => world.of(GetSpotFees).percentOf(currencyId);
  const second = { id: 9901, symbol: 'BTC/USDC', quote_currency_id: 4, sort: 0 };

  it('is that of its market against USDT, and of what others are quoted in the highest', async () => {
    const before = await percentOf(USDT);
    await charge('0.0015');
    expect(await percentOf(BTC)).toBe('0.15');
    // Another market of the coin, dearer and before it in the list.
    await world.source.query(
      `insert into market overriding system value
       select (jsonb_populate_record(null::market, to_jsonb(m) || $2::jsonb)).* from market m where m.id = $1`,
      [world.marketId, JSON.stringify(second)],
    );
    try {
      await world.source.query(
        `insert into spot_product
         select (jsonb_populate_record(null::spot_product, to_jsonb(p) || $2::jsonb)).* from spot_product p
          where p.market_id = $1`,
        [world.marketId, JSON.stringify({ market_id: second.id, fee_ratio: '0.005' })],
      );
      expect(await percentOf(BTC)).toBe('0.15');
      // It has a market against USDT of its own.
      expect(await percentOf(second.quote_currency_id)).toBe('0.1');
      expect(await percentOf(USDT)).toBe('0.15');
      expect(before).toBe('0.1');
      // Where nothing is traded against USDT, its first market.
      await world.source.query('update spot_product set enabled = false where market_id = $1', [world.marketId]);
      expect(await percentOf(BTC)).toBe('0.5');
    } finally {
      await world.source.query('update spot_product set enabled = true where market_id = $1', [world.marketId]);
      await world.source.query('delete from spot_product where market_id = $1', [second.id]);
      await world.source.query('delete from market where id = $1', [second.id]);
    }
    expect(await percentOf(999_999)).toBe('0');
  });
});
