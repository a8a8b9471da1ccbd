import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BTC_MARKET, FuturesWorld } from '../../../test/factories/futures-world.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { PlaceOrder } from './place-order.js';
import { PreviewFutures } from './preview-futures.js';
import { PreviewReverse } from './preview-reverse.js';
import { ReversePosition } from './reverse-position.js';

/** Orders that say which fee their user was shown, while operators set another one. 0.05 % is the market's. */
let world: FuturesWorld;
let keys = 0;

beforeAll(async () => {
  world = await FuturesWorld.open();
}, 60_000);
// Closing it checks the books.
afterAll(() => world?.close());
beforeEach(async () => {
  await world.source.query('delete from taken_depth');
  world.clock.advance(60_000);
  world.price('60000');
});
afterEach(async () => {
  await charge('0.05');
  await world.get(MarketCatalog).reload();
});

/** No process has read it again yet. */
const charge = (percent: string) =>
  world.source.query('update market set perpetual_fee_percent = $1 where id = $2', [percent, BTC_MARKET]);
const raised = (percent: string) => expect.objectContaining({ code: 'futures.fee-raised', parameters: { percent } });
const aKey = () => `shown-fee-${(keys += 1)}`;
const reverse = (userId: string, positionId: string, worstFeeRatio: string) =>
  world.get(ReversePosition).execute({ userId, positionId, worstPrice: null, worstFeeRatio }, aKey());

describe.each([
  ['at the market', {}],
  ['at a limit', { isLimit: true, limitPrice: '50000' }],
])('an order %s', (_name, values) => {
  it('is refused where its fee is higher by now than the one that was shown, and nothing is left of it', async () => {
    const user = await world.user();
    await charge('0.07');
    await expect(world.submit(user, { ...values, worstFeeRatio: '0.0005' })).rejects.toEqual(raised('0.07'));
    await expect(world.submit(user, { ...values, worstFeeRatio: '0.00069999' })).rejects.toEqual(raised('0.07'));
    expect(await world.rows(user)).toEqual([]);
    expect(await world.balances(user)).toEqual({ contract: '10000', frozen: '0' });
    expect(await world.events(user)).toEqual([]);
  });

  it('is taken at the fee that was shown, at a lower one, and at any where none was said', async () => {
    const user = await world.user();
    const fees = async (worstFeeRatio?: string) => {
      const wish = { ...values, lots: 1, ...(worstFeeRatio !== undefined && { worstFeeRatio }) };
      const { openFeeRatio, closeFeeRatio } = await world.open(user, wish);
      return [openFeeRatio, closeFeeRatio];
    };
    expect(await fees('0.00050')).toEqual(['0.0005', '0.0005']);
    await charge('0.02');
    expect(await fees('0.0005')).toEqual(['0.0002', '0.0002']);
    await charge('0');
    expect(await fees('0')).toEqual(['0', '0']);
    await charge('0.07');
    expect(await fees()).toEqual(['0.0007', '0.0007']);
  });

  it('that was taken is not refused to a repetition under its key, whatever the fee is by then', async () => {
    const user = await world.user();
    const key = aKey();
    await world.submit(user, { ...values, worstFeeRatio: '0.0005' }, key);
    await charge('0.07');
    await world.submit(user, { ...values, worstFeeRatio: '0.0005' }, key);
    expect(await world.rows(user)).toHaveLength(1);
  });
});

it('its preview shows the fee that it would be charged, although no process has read it again', async () => {
  const user = await world.user();
  await charge('0.07');
  const preview = await world.get(PreviewFutures).order(world.wish(user));
  // 0.1 bitcoins at 60,005.
  expect([preview.openFeeRatio, preview.fee]).toEqual(['0.0007', '4.20035']);
  expect((await world.open(user)).fee).toBe('4.20035');
});

describe('a position', () => {
  it('is not turned at a higher fee than the one that was shown, and is then as it was', async () => {
    const user = await world.user();
    const { positionId } = await world.open(user);
    await charge('0.07');
    expect((await world.get(PreviewReverse).execute(user, positionId)).opening.openFeeRatio).toBe('0.0007');
    await expect(reverse(user, positionId, '0.0005')).rejects.toMatchObject({
      code: 'futures.fee-raised',
      parameters: { percent: '0.07' },
      within: 'futures.not-reversed',
    });
    expect((await world.rows(user)).map(({ side, status }) => [side, status])).toEqual([['long', 1]]);
    await reverse(user, positionId, '0.0007');
    expect((await world.rows(user)).map(({ side, openFeeRatio }) => [side, openFeeRatio])).toEqual([
      ['short', '0.0007'],
      ['long', '0.0005'],
    ]);
  });

  it('is reduced at its own fee, whatever was shown', async () => {
    const user = await world.user();
    const { positionId } = await world.open(user);
    await charge('0.07');
    const { takeProfit: _t, stopLoss: _s, ...wish } = world.wish(user, { side: 'short', worstFeeRatio: '0' });
    await world.get(PlaceOrder).execute({ ...wish, reduceOnly: true }, aKey());
    const { status, closeFeeRatio } = await world.row(user, positionId);
    expect([status, closeFeeRatio]).toEqual([3, '0.0005']);
  });
});
