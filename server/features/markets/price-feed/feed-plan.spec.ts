import type { ChosenFeeds } from '../../../platform/feeds/choose-feeds.js';
import type { Feed } from '../../../platform/feeds/feed.js';
import { aCatalog, aMarket } from '../../../test/factories/markets.js';
import type { MarketEntity } from '../market-board/index.js';
import { planMarkets } from './feed-plan.js';

const CONSTITUENTS = ['bybit:spot:BTCUSDT', 'binance:spot:BTCUSDT', 'okx:spot:BTC-USDT'];

async function leastOf(
  venues: string[],
  markInstrument: string | null,
  values: Partial<MarketEntity> = {},
): Promise<number | undefined> {
  const market = aMarket({ id: 1, constituentsMin: 3, markInstrument, ...values });
  const constituents = CONSTITUENTS.map((instrument) => ({ marketId: 1, instrument, weight: '1' }));
  const feeds = [...venues, 'simulated'].map((venue) => ({ venue, simulated: venue === 'simulated' }) as Feed);
  const choice: ChosenFeeds = { feeds, origin: 'live' };
  return planMarkets(await aCatalog([market], constituents), choice)[0]?.constituentsMin;
}

const own = 'bybit:linear:BTCUSDT';

it('takes three constituents, and one venue’s own index only where the market says that one is enough, names its instrument, and one was chosen', async () => {
  const isSingleVenue = true;
  expect(await leastOf(['bybit', 'binance', 'okx'], own, { isSingleVenue })).toBe(3);
  expect(await leastOf(['bybit'], own, { isSingleVenue })).toBe(1);
  expect(await leastOf(['bybit'], null, { isSingleVenue })).toBe(3);
  expect(await leastOf(['bybit', 'binance', 'okx'], own)).toBe(3);
  expect(await leastOf(['bybit', 'binance'], own)).toBe(3);
  expect(await leastOf(['bybit'], own)).toBe(3);
});

it('takes two constituents at least where the market does not say that one is enough', async () => {
  expect(await leastOf(['bybit', 'binance', 'okx'], null, { constituentsMin: 1 })).toBe(2);
  expect(await leastOf(['bybit', 'binance', 'okx'], null, { constituentsMin: 1, isSingleVenue: true })).toBe(1);
});

it.each([
  ['the pair', { priceInstrument: 'simulated-a:spot:BTCUSDT' }, CONSTITUENTS],
  ['the contracts', { perpetualInstrument: 'simulated-a:linear:BTCUSDT' }, CONSTITUENTS],
  ['the mark', { markInstrument: 'simulated-a:linear:BTCUSDT' }, CONSTITUENTS],
  ['a constituent', {}, [...CONSTITUENTS.slice(1), 'simulated-b:spot:BTCUSDT']],
])('says that a market is simulated of which %s alone is', async (_which, named, instruments) => {
  const live = { priceInstrument: 'bybit:spot:BTCUSDT', perpetualInstrument: 'bybit:linear:BTCUSDT' };
  const market = aMarket({ id: 1, ...live, markInstrument: 'bybit:linear:BTCUSDT', ...named });
  const constituents = instruments.map((instrument) => ({ marketId: 1, instrument, weight: '1' }));
  const feeds = ['bybit', 'simulated'].map((venue) => ({ venue, simulated: venue === 'simulated' }) as Feed);
  const [fed] = planMarkets(await aCatalog([market], constituents), { feeds, origin: 'live' });
  expect(fed).toMatchObject({ origin: 'simulated' });
  expect([fed?.priceInstrument, fed?.perpetualInstrument].every((key) => key?.startsWith('simulated-'))).toBe(true);
});
