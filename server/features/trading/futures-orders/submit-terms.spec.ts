import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { FuturesCatalog } from '../futures/index.js';

const ETH_MARKET = 2;

let world: FuturesWorld;

beforeAll(async () => {
  world = await FuturesWorld.open({ FUTURES_LEVERAGE_MAX: '125' });
}, 60_000);
afterAll(() => world?.close());
beforeEach(() => {
  world.clock.advance(60_000);
  world.price('60000');
  world.price('3000', {}, ETH_MARKET);
});

it('what is open in another market does not lower the leverage that may be chosen here', async () => {
  const user = await world.user('100000');
  const eth = await world.open(user, { marketId: ETH_MARKET, leverage: 10, lots: 200 });
  // As bitcoins it would be far above the 50,000 up to which the highest leverage is offered.
  expect(Number(eth.lotSize) * 200 * 60_000).toBeGreaterThan(50_000);
  expect(await world.open(user, { leverage: 100, lots: 1 })).toMatchObject({ status: 1, leverage: 100 });
});

it('a market may be free of fees', async () => {
  const fee = async (percent: string) => {
    await world.source.query('update market set perpetual_fee_percent = $1 where id = 1', [percent]);
    await world.get(MarketCatalog).reload();
  };
  const [{ percent }] = await world.source.query('select perpetual_fee_percent as percent from market where id = 1');
  await fee('0');
  try {
    const user = await world.user('1000');
    const { positionId } = await world.open(user, { leverage: 10, lots: 1 });
    expect(await world.row(user, positionId)).toMatchObject({ status: 1, fee: '0', margin: '60.005' });
    expect(await world.balances(user)).toEqual({ contract: '939.995', frozen: '60.005' });
    await world.close1(user, positionId);
    expect(await world.row(user, positionId)).toMatchObject({ status: 3, fee: '0' });
  } finally {
    await fee(percent);
  }
});

it('a futures market without a table of maintenance margins is none', async () => {
  const catalog = world.get(FuturesCatalog);
  expect(catalog.find(ETH_MARKET)?.tiers.length).toBeGreaterThan(0);
  await world.source.query('delete from maintenance_tier where market_id = $1', [ETH_MARKET]);
  await catalog.reload();
  expect(catalog.find(ETH_MARKET)).toBeUndefined();
  expect(catalog.find(1)?.tiers.length).toBeGreaterThan(0);
});
