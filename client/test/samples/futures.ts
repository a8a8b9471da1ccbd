import type { FuturesProductView } from '../../../server/contract/trading/futures.dto';

/** A contract of which a lot is a hundredth of a coin. */
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
};
