import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { PreviewStops } from './preview-stops.js';
import type { StopsWish } from './draft-stops.js';

let world: FuturesWorld;

beforeAll(async () => {
  world = await FuturesWorld.open();
});
afterAll(() => world.close());
beforeEach(() => world.price('60000'));

const none = {
  takeProfit: undefined,
  takeProfitSource: undefined,
  stopLoss: undefined,
  stopLossSource: undefined,
} as const;
const preview = (userId: string, positionId: string, stops: Partial<StopsWish>) =>
  world.get(PreviewStops).execute({ userId, positionId, ...none, ...stops });

describe('a preview of new stops', () => {
  it('says what each would bring at its price, and changes nothing', async () => {
    const user = await world.user('1000');
    const position = await world.open(user, { marginMode: 'isolated', lots: 10 });
    const before = await world.row(user, position.positionId);
    const shown = await preview(user, position.positionId, { takeProfit: '61000', stopLoss: '59500' });
    // 0.1 bought at 60005; sold 5 below the stop; a fee of 0.05 % of what it is sold for.
    expect(shown).toMatchObject({
      market: 'BTC/USDT',
      lots: 10,
      takeProfit: {
        price: '61000',
        source: 'last',
        now: '60000',
        expectedPrice: '60995',
        realisedProfit: '99',
        fee: '3.04975',
      },
      stopLoss: { price: '59500', source: 'mark', expectedPrice: '59495', realisedProfit: '-51', fee: '2.97475' },
      liquidationIsEstimate: false,
    });
    expect(await world.row(user, position.positionId)).toEqual(before);
  });

  it('is what a close at that price comes to', async () => {
    const user = await world.user('1000');
    const { positionId } = await world.open(user, { marginMode: 'isolated', side: 'short', lots: 7 });
    const { takeProfit } = await preview(user, positionId, { takeProfit: '58750' });
    world.price('58750');
    await world.close1(user, positionId);
    const closed = await world.row(user, positionId);
    expect(closed).toMatchObject({
      closePrice: takeProfit?.expectedPrice,
      realisedProfit: takeProfit?.realisedProfit,
    });
  });

  it('keeps a stop that is not mentioned, and knows the other when it is taken away', async () => {
    const user = await world.user('1000');
    const { positionId } = await world.open(user, { marginMode: 'isolated', takeProfit: '62000', stopLoss: '59000' });
    expect(await preview(user, positionId, { stopLoss: '0' })).toMatchObject({
      takeProfit: { price: '62000' },
      stopLoss: null,
    });
  });

  it('shows no price of now where the one that a stop goes by is not there', async () => {
    const user = await world.user('1000');
    const { positionId } = await world.open(user, { marginMode: 'isolated', takeProfit: '62000', stopLoss: '59000' });
    world.price('60500', { index: null });
    expect(await preview(user, positionId, { takeProfit: '63000' })).toMatchObject({
      takeProfit: { source: 'last', now: '60500' },
      stopLoss: { source: 'mark', now: null },
    });
    await expect(preview(user, positionId, { stopLoss: '59100' })).rejects.toMatchObject({ code: 'market.stale' });
  });

  it('is refused as setting them would be', async () => {
    const user = await world.user('1000');
    const { positionId } = await world.open(user, { marginMode: 'isolated', leverage: 20 });
    const refused: [Partial<StopsWish>, string][] = [
      [{ takeProfit: '59999' }, 'futures.take-profit-above'],
      [{ stopLoss: '60001' }, 'futures.stop-loss-below'],
      [{ stopLoss: '40000' }, 'futures.stop-beyond-liquidation'],
      [{ takeProfit: '60001.123456789' }, 'ledger.too-many-decimals'],
    ];
    for (const [stops, code] of refused) {
      await expect(preview(user, positionId, stops)).rejects.toMatchObject({ code });
    }
    await expect(preview(await world.user('0'), positionId, {})).rejects.toMatchObject({ code: 'futures.not-found' });
    await world.close1(user, positionId);
    await expect(preview(user, positionId, {})).rejects.toMatchObject({ code: 'futures.not-open' });
  });

  it('judges a pending order as the position that its limit would make, and needs no price of now', async () => {
    const user = await world.user('1000');
    const order = await world.open(user, { marginMode: 'isolated', isLimit: true, limitPrice: '55000', lots: 10 });
    world.clock.advance(60_000);
    const shown = await preview(user, order.positionId, { takeProfit: '56000' });
    expect(shown).toMatchObject({
      takeProfit: { expectedPrice: '55995', realisedProfit: '99.5', now: null },
      priceAgeMs: null,
    });
    world.refresh();
  });
});
