import type {
  FuturesPositionView,
  FuturesPreviewView,
  FuturesProductView,
} from '../../../server/contract/trading/futures.dto';
import type { Market } from '../../features/markets/market-list';

/** A future of which a lot is a hundredth of a coin. */
export const FUTURES_PRODUCT: FuturesProductView = {
  marketId: 1,
  market: 'BTC/USDT',
  quotation: 'pair',
  currencyId: 3,
  currencyDecimals: 8,
  priceDecimals: 2,
  lotSize: '0.01',
  lotsMin: 1,
  lotsMax: 1000,
  spread: '0',
  openFeeRatio: '0.0005',
  closeFeeRatio: '0.0005',
  leverages: [1, 5, 10],
  newAccountLeverage: 10,
  enabled: true,
  tiers: [{ floor: '0', cap: '50000', rate: '0.004', deduction: '0', maxLeverage: 20 }],
  announcedTiers: null,
};

export const FUTURES_MARKET = { symbol: 'BTC/USDT', base: 'BTC', quote: 'USDT', priceDecimals: 2 } as Market;

/** All prices are the same, and of a market that trades. */
export const FUTURES_TICKER = {
  symbol: 'BTC/USDT',
  last: '60000',
  mark: '60000',
  index: '60000',
  indexState: 'ok',
  status: 'live',
};

/** Of an order at the market by somebody with 1,000 USDT. */
export const FUTURES_PREVIEW = {
  side: 'long',
  price: '60000',
  waits: false,
  notional: '600',
  fee: '0.3',
  openFeeRatio: '0.0005',
  margin: '120',
  liquidationPriceAfter: '48200',
  liquidationIsEstimate: false,
  liquidationIsShared: false,
  balanceAfter: '879.7',
} as FuturesPreviewView;

/** A tenth of a coin, bought at 60,005 USDT, without stops. */
export const FUTURES_POSITION = {
  positionId: '7',
  market: 'BTC/USDT',
  marketId: 1,
  currencyId: 3,
  side: 'long',
  marginMode: 'isolated',
  state: 'holding',
  status: 1,
  leverage: 10,
  lots: 10,
  lotSize: '0.01',
  entryPrice: '60005',
  margin: '600',
  takeProfit: null,
  takeProfitSource: 'last',
  stopLoss: null,
  stopLossSource: 'mark',
} as FuturesPositionView;
