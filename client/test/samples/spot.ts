import type { SpotDeskView, SpotPreviewView } from '../../../server/contract/trading/spot.dto';
import type { Market } from '../../features/markets/market-list';
import { serverNow } from '../../platform/server-clock';

export const SPOT_MARKET = {
  symbol: 'BTC/USDT',
  base: 'BTC',
  quote: 'USDT',
  baseId: 1,
  quoteId: 3,
  spot: true,
  priceDecimals: 2,
} as Market;

/** Of somebody with 1,000 USDT and 2 BTC. */
export const SPOT_DESK: SpotDeskView = {
  symbol: 'BTC/USDT',
  balance: '1000',
  sellable_balance: '2',
  fee_ratio: '0.001',
  minimum_amount: '1',
  maximum_amount: '1000000',
  price_scale: 2,
  quantity_scale: 4,
  quote_scale: 8,
  obstacle: null,
};

/** Of a purchase of half a coin at 100 USDT. */
export const spotPreview = (part: Partial<SpotPreviewView> = {}): SpotPreviewView => ({
  symbol: 'BTC/USDT',
  side: 'buy',
  quantity: '0.5',
  filled: '0.5',
  average_price: '100',
  worst_price: '100',
  amount: '50',
  fee: '0.05',
  fee_ratio: '0.001',
  frozen: '0',
  balance: '1000',
  balance_after: '949.95',
  received: '0.5',
  price_at: serverNow(),
  price_age_ms: 0,
  origin: 'simulated',
  ...part,
});
