import { ok } from '../envelope.dto.js';
import { paginator } from '../pages.dto.js';
import { EXAMPLE_AT, POSITION } from './event-examples.js';
import type { FuturesClosedPartView } from './closed-parts.dto.js';
import type { FuturesAmendmentPreviewView, FuturesClosingAmendmentView } from './futures-amendments.dto.js';
import type {
  EndedClosingView,
  FuturesPositionsView,
  FuturesPositionView,
  FuturesPreviewView,
  FuturesProductView,
  FuturesReversePreviewView,
  FuturesStopsPreviewView,
} from './futures.dto.js';
import type { FundingView, InsuranceFundView } from './liquidation.dto.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const FUNDING_MS = 28_800_000;
const MARKET = 'BTC/USDT';
const LEVERAGES = [1, 2, 3, 5, 10, 20, 50, 100, 125];

const PRODUCT: FuturesProductView = {
  marketId: 1,
  market: MARKET,
  quotation: 'perpetual',
  currencyId: 3,
  currencyDecimals: 8,
  priceDecimals: 2,
  lotSize: '0.01',
  lotsMin: 1,
  lotsMax: 100_000,
  spread: '5',
  openFeeRatio: '0.0005',
  closeFeeRatio: '0.0005',
  leverages: LEVERAGES,
  newAccountLeverage: 10,
  enabled: true,
  tiers: [
    { floor: '0', cap: '50000', rate: '0.004', deduction: '0', maxLeverage: 125 },
    { floor: '50000', cap: '250000', rate: '0.005', deduction: '50', maxLeverage: 100 },
  ],
  announcedTiers: null,
};

/** Two lots, one of which an order waits to close. */
const HELD: FuturesPositionView = {
  ...POSITION,
  closings: [{ closingId: '7', lots: 1, limitPrice: '61000', amendments: 1, createdAt: EXAMPLE_AT - MINUTE_MS / 2 }],
};
const POSITIONS: FuturesPositionsView = {
  account_type: 'simulation_account',
  place: { ep: '9d41c07e5ab2f836.100001', s: 41 },
  balances: [{ currencyId: 3, available: '879.398995', frozen: '120.001' }],
  marginMode: 'isolated',
  newUntil: null,
  positions: [HELD],
  figures: [
    {
      positionId: HELD.positionId,
      mark: '60001.2',
      markedAt: EXAMPLE_AT - 100,
      unrealisedProfit: '0.014',
      returnRatio: '0.000116',
      requirement: '5.400108',
      marginRatio: '0.044995',
      liquidationPrice: '54244.56',
      liquidationIsEstimate: false,
      liquidationIsShared: true,
    },
  ],
  products: [PRODUCT],
};
/** The same after both lots were closed at 61,000. */
const CLOSED: FuturesPositionView = {
  ...POSITION,
  status: 3,
  state: 'closed',
  closedAs: 'closed',
  lots: 0,
  closePrice: '61000',
  margin: '0',
  fee: '1.210005',
  realisedProfit: '19.99',
  closedAt: EXAMPLE_AT,
  version: 5,
};
const PART: FuturesClosedPartView = {
  partId: '5',
  positionId: '42',
  market: MARKET,
  side: 'long',
  lots: 1,
  price: '61000',
  profit: '9.995',
  fee: '0.305',
  demo: true,
  at: EXAMPLE_AT,
};
const ENDED: EndedClosingView = {
  closingId: '7',
  positionId: '42',
  market: MARKET,
  side: 'long',
  leverage: 10,
  marginMode: 'isolated',
  lots: 1,
  lotsFilled: 1,
  limitPrice: '61000',
  averagePrice: '61000',
  end: 'filled',
  amendments: 1,
  demo: true,
  createdAt: EXAMPLE_AT - MINUTE_MS / 2,
  endedAt: EXAMPLE_AT,
};
const CLOSING_CHANGE: FuturesClosingAmendmentView = {
  limitBefore: '70000',
  limitAfter: '61000',
  lotsBefore: 1,
  lotsAfter: 1,
  lotsFilled: 0,
  at: EXAMPLE_AT - MINUTE_MS / 4,
};

/** A lot of BTC at ten times its margin, bought at what the book asks and the spread. */
const OPENING: FuturesPreviewView = {
  market: MARKET,
  side: 'long',
  marginMode: 'isolated',
  lots: 1,
  price: '60005.5',
  worstPrice: '60005.5',
  waits: false,
  notional: '600.055',
  fee: '0.3000275',
  openFeeRatio: '0.0005',
  margin: '60.0055',
  realisedProfit: '0',
  liquidationPriceBefore: null,
  liquidationPriceAfter: '54249.08',
  liquidationIsEstimate: false,
  liquidationIsShared: true,
  maintenanceRatio: '0.004',
  balanceBefore: '1000',
  balanceAfter: '939.6944725',
  leverages: LEVERAGES,
  priceAgeMs: 60,
  origin: 'live',
};
const CLOSING: FuturesPreviewView = {
  ...OPENING,
  price: '59995.4',
  worstPrice: '59995.4',
  notional: '599.954',
  fee: '0.299977',
  openFeeRatio: null,
  margin: '0',
  realisedProfit: '-0.101',
  liquidationPriceBefore: '54249.08',
  liquidationPriceAfter: null,
  balanceBefore: '939.6944725',
  balanceAfter: '999.2989955',
};
const REVERSAL: FuturesReversePreviewView = {
  closing: CLOSING,
  opening: {
    ...CLOSING,
    side: 'short',
    openFeeRatio: '0.0005',
    margin: '59.9954',
    realisedProfit: '0',
    liquidationPriceBefore: null,
    liquidationPriceAfter: '65699.29',
    balanceBefore: '999.2989955',
    balanceAfter: '939.0036185',
  },
};
const AMENDED: FuturesAmendmentPreviewView = {
  market: MARKET,
  side: 'long',
  marginMode: 'isolated',
  lots: 1,
  limitPrice: '50100',
  price: '50100',
  worstPrice: '50100',
  waits: true,
  notional: '501',
  margin: '50.1',
  fee: '0.2505',
  reservedBefore: '50.25',
  reservedAfter: '50.3505',
  balanceBefore: '949.75',
  balanceAfter: '949.6495',
  liquidationPriceAfter: '45293.83',
  liquidationIsEstimate: false,
  priceAgeMs: 60,
  origin: 'live',
};
const MORE_MARGIN: FuturesPreviewView = {
  ...OPENING,
  price: '60001.2',
  worstPrice: '60001.2',
  notional: '600.012',
  fee: '0',
  openFeeRatio: null,
  margin: '70.0055',
  liquidationPriceBefore: '54249.08',
  liquidationPriceAfter: '53244.56',
  balanceBefore: '939.6944725',
  balanceAfter: '929.6944725',
};
const STOPS: FuturesStopsPreviewView = {
  market: MARKET,
  side: 'long',
  marginMode: 'isolated',
  lots: 1,
  takeProfit: null,
  stopLoss: {
    price: '57000',
    source: 'mark',
    now: '60001.2',
    expectedPrice: '56995',
    realisedProfit: '-30.105',
    fee: '0.284975',
  },
  liquidationPrice: '54249.08',
  liquidationIsEstimate: false,
  liquidationIsShared: true,
  priceAgeMs: 60,
  origin: 'live',
};

const NEXT_FUNDING = EXAMPLE_AT - (EXAMPLE_AT % FUNDING_MS) + FUNDING_MS;
const FUNDING: FundingView = {
  symbol: MARKET,
  rate: '0.0001',
  premium: '0.00002',
  samples: 5200,
  nextAt: NEXT_FUNDING,
  countdownMs: NEXT_FUNDING - EXAMPLE_AT,
  past: [{ stamp: NEXT_FUNDING - FUNDING_MS, rate: '0.0001', void: null, mark: '59874.3' }],
};
const INSURANCE: InsuranceFundView = {
  currency: 'USDT',
  balance: '100012.5',
  days: [
    {
      day: new Date(EXAMPLE_AT - DAY_MS).toISOString().slice(0, 10),
      into: '14.1',
      outOf: '1.6',
      balance: '100012.5',
    },
  ],
};

export const FUTURES_REPLIES = {
  'GET futures/products': ok([PRODUCT]),
  'GET futures/positions': ok(POSITIONS),
  'GET futures/history': ok(paginator([CLOSED], 1, { page: 1, limit: 10, path: '/api/futures/history' })),
  'GET futures/closed-parts': ok([PART]),
  'GET futures/closings': ok([ENDED]),
  'GET futures/closing-amendments': ok([CLOSING_CHANGE]),
  'GET futures/funding': ok([FUNDING]),
  'GET futures/insurance': ok([INSURANCE]),
  'POST futures/preview': ok(OPENING),
  'POST futures/preview/close': ok(CLOSING),
  'POST futures/preview/reverse': ok(REVERSAL),
  'POST futures/preview/amend': ok(AMENDED),
  'POST futures/preview/add_margin': ok(MORE_MARGIN),
  'POST futures/preview/setstop': ok(STOPS),
} as const;
