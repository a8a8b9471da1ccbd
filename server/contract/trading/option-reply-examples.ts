import { ok } from '../envelope.dto.js';
import { tapeOf } from '../markets/reply-examples.js';
import type { TapeSample } from '../markets/tape.dto.js';
import { paginator, wireTime } from '../pages.dto.js';
import { USDT_WALLET } from '../wallet/reply-examples.js';
import { EXAMPLE_AT } from './event-examples.js';
import type {
  OptionOrderView,
  OptionQuoteView,
  OptionReceiptView,
  OptionTermView,
  PayableCurrencyView,
} from './options.dto.js';

const SECONDS = 60;
const WINDOW_SECONDS = 5;
const PRICE_DECIMALS = 3;
const CLOSES_AT = EXAMPLE_AT - 1000;
const OPENED_AT = CLOSES_AT - SECONDS * 1000;
const WINDOW_FROM = CLOSES_AT - (WINDOW_SECONDS - 1) * 1000;
const TAPE = tapeOf(OPENED_AT, SECONDS + 1);
const [ENTRY] = TAPE as [TapeSample];
const ENTRY_PRICE = '60000.9';

const TERM: OptionTermView = {
  id: 1,
  match_id: 1,
  seconds: SECONDS,
  profit_ratio: '80.00',
  loss_ratio: '100.00',
  even_profit_ratio: '300.00',
  even_band_ratio: '0.0001',
  fee_ratio: '1.00',
  types: [1, 2, 3],
  min_num: '10',
  max_num: '5000',
  window_seconds: WINDOW_SECONDS,
  status: 1,
  created_at: wireTime(new Date(EXAMPLE_AT)),
  updated_at: wireTime(new Date(EXAMPLE_AT)),
};
const PAYABLE: PayableCurrencyView = {
  id: 3,
  name: 'USDT',
  micro_trade_fee: '1.00',
  micro_min: '10',
  micro_max: '20000',
  micro_holdtrade_max: '100000',
  micro_numbers: [{ id: 1, currency_id: 3, number: '10', currency_name: 'USDT' }],
  user_wallet: { ...USDT_WALLET, micro_with_insurance: USDT_WALLET.micro_balance },
  insurance_types: [],
  user_insurance: null,
};
const QUOTE: OptionQuoteView = {
  quoteId: 'eyJzdGFrZSI6IjEwIiwia2V5IjoiYjkwYjIxYjQifQ.c2lnbmVkIGJ5IHRoZSBnYXRld2F5',
  expiresAt: OPENED_AT + 3000,
  market: 'BTC/USDT',
  marketId: 1,
  direction: 'rise',
  seconds: SECONDS,
  demo: true,
  currencyId: 3,
  stake: '10',
  fee: '0.1',
  cost: '10.1',
  payoutRatio: '0.8',
  winnings: '8',
  breakEvenRate: '0.5612',
  entryAt: OPENED_AT,
  entryPrice: ENTRY_PRICE,
  evenFrom: null,
  evenTo: null,
  windowFrom: WINDOW_FROM,
  closesAt: CLOSES_AT,
  windowSeconds: WINDOW_SECONDS,
  priceDecimals: PRICE_DECIMALS,
  balance: '1000',
  balanceAfter: '989.9',
  at: OPENED_AT,
};
const OPEN: OptionOrderView = {
  id: '42',
  user_id: '100001',
  match_id: 1,
  currency_id: 3,
  type: 1,
  is_insurance: 0,
  seconds: SECONDS,
  number: '10.00000000',
  open_price: '60000.90000000',
  end_price: '',
  fee: '0.10000000',
  profit_ratio: '80.00',
  fact_profits: '0.00000000',
  status: 1,
  profit_result: 0,
  created_at: wireTime(new Date(OPENED_AT)),
  updated_at: wireTime(new Date(OPENED_AT)),
  handled_at: '',
  complete_at: '',
  return_at: wireTime(new Date(CLOSES_AT)),
  currency_name: 'USDT',
  symbol_name: 'BTC/USDT',
  type_name: 'Rise',
  status_name: 'Pending delivery',
  profit_result_name: '',
  account: '',
  remain_milli_seconds: SECONDS * 1000,
  account_type: 'simulation_account',
  direction: 'rise',
  result: null,
  void_reason: null,
  paid: '',
  winnings: '8.00000000',
  even_band: '0.00000000',
  opened_at_ms: OPENED_AT,
  window_from_ms: WINDOW_FROM,
  closes_at_ms: CLOSES_AT,
  window_seconds: WINDOW_SECONDS,
  price_decimals: PRICE_DECIMALS,
  constituents_min: 3,
  entity_version: 1,
};
/** The mean of the window's five seconds, of which each is a tenth above the one before. */
const PRICE = '60006.7';
const SETTLED: OptionOrderView = {
  ...OPEN,
  end_price: '60006.70000000',
  fact_profits: '8.00000000',
  status: 3,
  profit_result: 1,
  updated_at: wireTime(new Date(EXAMPLE_AT)),
  handled_at: wireTime(new Date(EXAMPLE_AT)),
  complete_at: wireTime(new Date(EXAMPLE_AT)),
  status_name: 'Delivered',
  profit_result_name: 'Profit',
  remain_milli_seconds: 0,
  result: 'win',
  paid: '18.00000000',
  entity_version: 2,
};
const RECEIPT: OptionReceiptView = {
  order: SETTLED,
  symbol: 'BTC/USDT',
  contract: {
    direction: 'rise',
    entry: ENTRY_PRICE,
    evenBand: '0',
    closesAt: CLOSES_AT,
    rule: {
      version: 1,
      windowSeconds: WINDOW_SECONDS,
      decimals: PRICE_DECIMALS,
      constituentsMin: 3,
      origin: 'live',
    },
  },
  entryAt: OPENED_AT,
  entryIndex: ENTRY_PRICE,
  entrySample: ENTRY,
  entryProof: null,
  samples: TAPE.slice(-WINDOW_SECONDS),
  result: 'win',
  price: PRICE,
  reason: null,
  decidedAt: EXAMPLE_AT,
  proof: null,
};

export const OPTION_REPLIES = {
  'GET microtrade/seconds': ok([TERM]),
  'GET microtrade/payable_currencies': ok([PAYABLE]),
  'POST options/preview': ok(QUOTE),
  'POST microtrade/submit': ok(OPEN),
  'GET microtrade/lists': ok(paginator([SETTLED], 1, { page: 1, limit: 10, path: '/api/microtrade/lists' })),
  'GET options/receipt': ok(RECEIPT),
} as const;
