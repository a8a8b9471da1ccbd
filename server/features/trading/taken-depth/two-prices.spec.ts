import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Decimal } from '../../../contract/decimal.js';
import type { DepthLevel } from '../../../contract/markets/markets.dto.js';
import { TradingWorld } from '../../../test/factories/trading-world.js';
import { SamplePremiums } from '../funding/sample-premiums.js';
import { GetFuturesAccount } from '../futures/index.js';
import { PreviewFutures } from '../futures-orders/preview-futures.js';
import { PreviewStops } from '../futures-orders/preview-stops.js';
import type { StopsWish } from '../futures-orders/draft-stops.js';
import { FuturesTriggersStore } from '../futures-triggers/futures-triggers.store.js';
import { RetryStops } from '../futures-triggers/retry-stops.js';
import { LeverLists } from '../lever/lever-lists.js';

const BTC = 1;
const level = (price: string): DepthLevel[] => [[price, '10']];
const SPOT = { last: '60000', bids: level('59990'), asks: level('60010') };
const FUTURES = { bids: level('60990'), asks: level('61010'), mark: '60900', index: '60000' };

let world: TradingWorld;

beforeAll(async () => {
  world = await TradingWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.source.query('delete from taken_depth');
  world.futures.clock.advance(1000);
  world.futures.price('61000', { ...FUTURES, pair: SPOT });
});

const spread = () => new Decimal(world.futures.product().spread);

async function buysSpot(): Promise<{ filled: string; exact: string } | undefined> {
  const userId = await world.user('spot', '1000000');
  const isPlaced = await world.spot(userId, { marketId: BTC, side: 'buy', quantity: '1', limitPrice: null });
  if (!isPlaced) return undefined;
  const rows: { filled: string; exact: string }[] = await world.source.query(
    'select trim_scale(filled)::text as filled, trim_scale(exact)::text as exact from spot_order where user_id = $1',
    [userId],
  );
  return rows[0];
}

describe('a pair at 60,000 whose perpetual is at 61,000', () => {
  it('is bought at the pair, and its futures are opened and closed at the perpetual', async () => {
    expect(await buysSpot()).toEqual({ filled: '1', exact: '60010' });
    const userId = await world.user('contract', '1000000');
    const { positionId } = await world.futures.open(userId, { lots: 100, leverage: 10 });
    const opened = await world.futures.row(userId, positionId);
    expect(opened.entryPrice).toBe(new Decimal('61010').plus(spread()).toFixed());
    // What closing would bring is said by the book that it is closed by.
    const { price } = await world.futures.get(PreviewFutures).close(userId, positionId, null);
    expect(price).toBe(new Decimal('60990').minus(spread()).toFixed());
    await world.futures.close1(userId, positionId);
    const closed = await world.futures.row(userId, positionId);
    expect(closed.closePrice).toBe(new Decimal('60990').minus(spread()).toFixed());
  });

  it('fills a waiting futures order when the perpetual comes down to it, not because the pair is there', async () => {
    const userId = await world.user('contract', '1000000');
    const limitPrice = new Decimal('60500').toFixed();
    await world.futures.submit(userId, { lots: 100, leverage: 10, isLimit: true, limitPrice });
    await world.worker.fill(BTC);
    expect((await world.futures.rows(userId))[0]?.status).toBe(0);
    // Spot could be traded now; futures could not, without a mark.
    world.futures.price('60400', { mark: null, index: '60000', pair: SPOT });
    await world.worker.fill(BTC);
    expect((await world.futures.rows(userId))[0]?.status).toBe(0);
    world.futures.price('60400', { mark: '60400', index: '60000', pair: SPOT });
    await world.worker.fill(BTC);
    expect((await world.futures.rows(userId))[0]?.status).toBe(1);
  });

  it('is traded on spot while the perpetual is silent, and the futures wait', async () => {
    const userId = await world.user('contract', '1000000');
    world.futures.price('61000', { ...FUTURES, pair: SPOT, pricedAt: world.futures.clock.now() - 6000 });
    await expect(world.futures.submit(userId, { lots: 1, leverage: 10 })).rejects.toMatchObject({
      code: 'market.stale',
    });
    expect(world.futures.get(GetFuturesAccount).mark(BTC, false)).toBeNull();
    expect(await buysSpot()).toEqual({ filled: '1', exact: '60010' });
  });

  it('fires a stop when the perpetual reaches it, and closes it by the perpetual', async () => {
    const userId = await world.user('contract', '1000000');
    const stop = { stopLoss: '60500', stopLossSource: 'last' } as const;
    const { positionId } = await world.futures.open(userId, { lots: 100, leverage: 10, ...stop });
    expect(await world.worker.stops(BTC)).toBe(0);
    world.futures.price('60400', {
      bids: level('60390'),
      asks: level('60410'),
      mark: '60400',
      index: '60000',
      pair: SPOT,
    });
    expect(await world.worker.stops(BTC)).toBe(1);
    expect(await world.futures.row(userId, positionId)).toMatchObject({
      closedAs: 'stop-loss',
      closePrice: new Decimal('60390').minus(spread()).toFixed(),
    });
  });

  it('closes a stop that waited by the perpetual, too', async () => {
    const userId = await world.user('contract', '1000000');
    const stop = { stopLoss: '60500', stopLossSource: 'last' } as const;
    const { positionId } = await world.futures.open(userId, { lots: 100, leverage: 10, ...stop });
    const below = { bids: level('60390'), asks: level('60410'), mark: '60400', index: '60000', pair: SPOT };
    world.futures.price('60400', below);
    const store = world.futures.get(FuturesTriggersStore);
    const executeStop = store.executeStop.bind(store);
    store.executeStop = () => Promise.reject(new Error('The worker is gone.'));
    await expect(world.worker.stops(BTC)).rejects.toThrow('gone');
    store.executeStop = executeStop;
    await world.futures.get(RetryStops).execute();
    const { closePrice } = await world.futures.row(userId, positionId);
    expect(closePrice).toBe(new Decimal('60390').minus(spread()).toFixed());
  });

  it('judges new stops by the perpetual, and says so beforehand', async () => {
    const userId = await world.user('contract', '1000000');
    const { positionId } = await world.futures.open(userId, { lots: 100, leverage: 10 });
    const wish: StopsWish = {
      userId,
      positionId,
      takeProfit: '61500',
      takeProfitSource: 'last',
      stopLoss: '60500',
      stopLossSource: 'last',
      key: 'two-prices-stops',
    };
    const shown = await world.futures.get(PreviewStops).execute(wish);
    expect([shown.takeProfit?.now, shown.stopLoss?.now]).toEqual(['61000', '61000']);
    // Above the pair, and below the perpetual.
    await world.futures.commands.stops.execute(wish);
    expect((await world.futures.row(userId, positionId)).stopLoss).toBe('60500');
  });

  it('is liquidated at the book of the perpetual, which it is taken of', async () => {
    const userId = await world.user('contract', '2000');
    const terms = { lots: 100, leverage: 50, marginMode: 'isolated' } as const;
    const { positionId } = await world.futures.open(userId, terms);
    const fallen = { bids: level('59990'), asks: level('60010'), mark: '60000', index: '60000' };
    await world.source.query('delete from taken_depth');
    const pair = { last: '61000', bids: level('60990'), asks: level('61010') };
    expect(await world.worker.price('60000', { ...fallen, pair })).toBe(1);
    const row = await world.futures.row(userId, positionId);
    expect(row).toMatchObject({ closedAs: 'liquidated', closePrice: new Decimal('59990').minus(spread()).toFixed() });
    const taken: unknown[] = await world.source.query(
      'select distinct book, trim_scale(price)::text as price from taken_depth',
    );
    expect(taken).toEqual([{ book: 'perpetual', price: '59990' }]);
  });

  it('is liquidated while the pair is silent', async () => {
    const userId = await world.user('contract', '2000');
    const terms = { lots: 100, leverage: 50, marginMode: 'isolated' } as const;
    const { positionId } = await world.futures.open(userId, terms);
    const pair = { ...SPOT, pricedAt: world.futures.clock.now() - 6000 };
    const fallen = { bids: level('59990'), asks: level('60010'), mark: '60000', index: '60000', pair };
    expect(await world.worker.price('60000', fallen)).toBe(1);
    expect(await world.futures.row(userId, positionId)).toMatchObject({ closedAs: 'liquidated' });
  });

  it('has a premium of the perpetual over the index', async () => {
    await world.source.query('delete from funding_premium');
    await world.futures.get(SamplePremiums).execute();
    const [sample] = await world.source.query(
      'select premium::float8 as premium from funding_premium where market_id = $1',
      [BTC],
    );
    // 990 of 60,000: nobody is bought or sold at the pair's 59,990 and 60,010.
    expect(sample.premium).toBeCloseTo(0.0165, 10);
  });

  it('shows old clients the book and the price of the contracts on their contract page', async () => {
    const userId = await world.user('contract', '1000');
    const shown = await world.futures.get(LeverLists).deal({ userId, demo: false, language: 'en' }, BTC);
    expect(shown.last_price).toBe('61000');
    expect(shown.lever_transaction).toEqual({
      in: [{ price: '60990', number: '10' }],
      out: [{ price: '61010', number: '10' }],
    });
  });
});
