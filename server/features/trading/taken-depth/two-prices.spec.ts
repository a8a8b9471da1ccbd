import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Decimal } from '../../../contract/decimal.js';
import type { DepthLevel } from '../../../contract/markets/markets.dto.js';
import { TradingWorld } from '../../../test/factories/trading-world.js';
import { GetFuturesAccount } from '../futures/index.js';

const BTC = 1;
const level = (price: string): DepthLevel[] => [[price, '10']];
const SPOT = { last: '60000', bids: level('59990'), asks: level('60010') };
const CONTRACTS = { bids: level('60990'), asks: level('61010'), mark: '60900', index: '60000' };

let world: TradingWorld;

beforeAll(async () => {
  world = await TradingWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.source.query('delete from taken_depth');
  world.futures.clock.advance(1000);
  world.futures.price('61000', { ...CONTRACTS, pair: SPOT });
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
  it('is bought at the pair, and its contracts are opened and closed at the perpetual', async () => {
    expect(await buysSpot()).toEqual({ filled: '1', exact: '60010' });
    const userId = await world.user('contract', '1000000');
    const { positionId } = await world.futures.open(userId, { lots: 100, leverage: 10 });
    const opened = await world.futures.row(userId, positionId);
    expect(opened.entryPrice).toBe(new Decimal('61010').plus(spread()).toFixed());
    await world.futures.close1(userId, positionId);
    const closed = await world.futures.row(userId, positionId);
    expect(closed.closePrice).toBe(new Decimal('60990').minus(spread()).toFixed());
  });

  it('fills a waiting contract when the perpetual comes down to it, not because the pair is there', async () => {
    const userId = await world.user('contract', '1000000');
    const limitPrice = new Decimal('60500').toFixed();
    await world.futures.submit(userId, { lots: 100, leverage: 10, isLimit: true, limitPrice });
    await world.worker.fill(BTC);
    expect((await world.futures.rows(userId))[0]?.status).toBe(0);
    world.futures.price('60400', { mark: '60400', index: '60000', pair: SPOT });
    await world.worker.fill(BTC);
    expect((await world.futures.rows(userId))[0]?.status).toBe(1);
  });

  it('is traded on spot while the perpetual is silent, and the contracts wait', async () => {
    const userId = await world.user('contract', '1000000');
    world.futures.price('61000', { ...CONTRACTS, pair: SPOT, pricedAt: world.futures.clock.now() - 6000 });
    await expect(world.futures.submit(userId, { lots: 1, leverage: 10 })).rejects.toMatchObject({
      code: 'market.stale',
    });
    expect(world.futures.get(GetFuturesAccount).mark(BTC, false)).toBeNull();
    expect(await buysSpot()).toEqual({ filled: '1', exact: '60010' });
  });
});
