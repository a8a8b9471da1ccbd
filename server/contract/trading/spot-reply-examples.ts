import { ok } from '../envelope.dto.js';
import { successText } from '../languages/success.js';
import { wireTime } from '../pages.dto.js';
import { EXAMPLE_AT } from './event-examples.js';
import type { SpotStopAmendmentPreviewView, SpotStopAmendmentView } from './spot-stop-amendments.dto.js';
import type { SpotStopPreviewView, SpotStopView } from './spot-stops.dto.js';
import type {
  SpotAmendmentPreviewView,
  SpotDeskView,
  SpotFillView,
  SpotOrderDetailView,
  SpotOrderView,
  SpotPreviewView,
} from './spot.dto.js';

const MINUTE_MS = 60_000;
const SYMBOL = 'BTC/USDT';
const ACCOUNT = { account_type: 'simulation_account' } as const;
const SUBMITTED = ok(successText('en', 'submitted'));
const DONE = ok(successText('en', 'done'));

const PREVIEW: SpotPreviewView = {
  symbol: SYMBOL,
  side: 'buy',
  quantity: '0.001',
  filled: '0.001',
  average_price: '60000.5',
  worst_price: '60000.5',
  amount: '60.0005',
  fee: '0.0600005',
  fee_ratio: '0.001',
  frozen: '0',
  balance: '1000',
  balance_after: '939.9394995',
  received: '0.001',
  price_at: EXAMPLE_AT - 60,
  price_age_ms: 60,
  origin: 'live',
};

/** It waits for its limit. */
const WAITING: SpotOrderView = {
  id: '43',
  u_id: '100001',
  currency_id: 1,
  legal_id: 3,
  symbol: SYMBOL,
  type: 1,
  target_price: '50000.00000000',
  trade_price: '0.00000000',
  trade_amount: '0.00100000',
  filled_amount: '0.00000000',
  total: '0.00000000',
  charge_fee: '0.00000000',
  status: 1,
  reason: null,
  time_in_force: 'gtc',
  expires_at: null,
  stop: null,
  paired_stop_id: null,
  exit: null,
  ...ACCOUNT,
  version: 1,
  created_at: wireTime(new Date(EXAMPLE_AT)),
  updated_at: wireTime(new Date(EXAMPLE_AT)),
};
/** It was executed once its limit was raised, and left a take-profit and a stop-loss behind for its coins. */
const EXECUTED: SpotOrderView = {
  ...WAITING,
  id: '42',
  target_price: '60010.00000000',
  trade_price: '60000.50000000',
  filled_amount: '0.00100000',
  total: '60.00050000',
  charge_fee: '0.06000050',
  status: 2,
  exit: { take_profit_price: '66000', stop_loss_price: '57000', expires_at: null, status: 'active', amendments: 0 },
  version: 3,
  created_at: wireTime(new Date(EXAMPLE_AT - 5 * MINUTE_MS)),
  updated_at: wireTime(new Date(EXAMPLE_AT - MINUTE_MS)),
};
const FILL: SpotFillView = {
  id: '7',
  price: '60000.5',
  quantity: '0.001',
  amount: '60.0005',
  fee: '0.0600005',
  levels: [['60000.5', '0.001']],
  book_at: EXAMPLE_AT - MINUTE_MS - 60,
  origin: 'live',
  at: EXAMPLE_AT - MINUTE_MS,
};
const DETAIL: SpotOrderDetailView = {
  order: EXECUTED,
  fills: [FILL],
  amendments: [
    {
      limit_before: '59000',
      limit_after: '60010',
      quantity_before: '0.001',
      quantity_after: '0.001',
      at: EXAMPLE_AT - MINUTE_MS,
    },
  ],
};
const TERMS: SpotDeskView = {
  symbol: SYMBOL,
  balance: '949.95',
  sellable_balance: '0.001',
  fee_ratio: '0.001',
  minimum_amount: '5',
  maximum_amount: '500000',
  price_scale: 2,
  quantity_scale: 6,
  quote_scale: 8,
  obstacle: null,
};
const AMENDED: SpotAmendmentPreviewView = {
  symbol: SYMBOL,
  target_price: '50100',
  quantity: '0.001',
  filled_before: '0',
  filled: '0',
  average_price: null,
  amount: '0',
  fee: '0',
  frozen_before: '50.05',
  frozen: '50.1501',
  balance: '949.95',
  balance_after: '949.8499',
  price_at: EXAMPLE_AT - 60,
  origin: 'live',
};

const STOP_PREVIEW: SpotStopPreviewView = {
  symbol: SYMBOL,
  direction: 'rise',
  trigger_price: '70000',
  last: '60000.5',
  frozen: '50',
  balance: '949.95',
  balance_after: '899.95',
  fee_ratio: '0.001',
};
const STOP: SpotStopView = {
  id: '42',
  symbol: SYMBOL,
  type: 1,
  direction: 'rise',
  trigger_price: '71000',
  trail_percent: null,
  trail_distance: null,
  watermark: null,
  target_price: null,
  quantity: null,
  cost: '50',
  frozen: '50',
  status: 'waiting',
  triggered_price: null,
  triggered_at: null,
  order_id: null,
  paired_order_id: null,
  paired_price: null,
  reason: null,
  expires_at: null,
  ...ACCOUNT,
  amendments: 1,
  version: 2,
  created_at: EXAMPLE_AT - 2 * MINUTE_MS,
  updated_at: EXAMPLE_AT - MINUTE_MS,
};
const STOP_AMENDED: SpotStopAmendmentPreviewView = {
  symbol: SYMBOL,
  direction: 'rise',
  trigger_price: '71000',
  target_price: null,
  quantity: null,
  cost: '50',
  trail_percent: null,
  trail_distance: null,
  paired_price: null,
  last: '60000.5',
  frozen_before: '50',
  frozen: '50',
  balance: '899.95',
  balance_after: '899.95',
};
const STOP_CHANGE: SpotStopAmendmentView = {
  trigger_before: '70000',
  trigger_after: '71000',
  limit_before: null,
  limit_after: null,
  amount_before: '50',
  amount_after: '50',
  trail_before: null,
  trail_after: null,
  paired_before: null,
  paired_after: null,
  at: EXAMPLE_AT - MINUTE_MS,
};
/** The coins of a sale are frozen once for the order and its stop. */
const PAIR_PREVIEW: SpotStopPreviewView = {
  ...STOP_PREVIEW,
  direction: 'fall',
  trigger_price: '50000',
  frozen: '0.001',
  balance: '0.5',
  balance_after: '0.499',
};

export const SPOT_REPLIES = {
  'POST coin/trade': SUBMITTED,
  'POST spot/preview': ok(PREVIEW),
  'GET coin/list': ok([WAITING, EXECUTED]),
  'GET spot/fills': ok([{ ...FILL, order_id: EXECUTED.id, symbol: SYMBOL, type: 1, ...ACCOUNT }]),
  'GET spot/order': ok(DETAIL),
  'GET spot/desk': ok(TERMS),
  'PUT coin/trade/cancel': DONE,
  'POST spot/amend': DONE,
  'POST spot/amend/preview': ok(AMENDED),
  'POST spot/stop': SUBMITTED,
  'POST spot/stop/preview': ok(STOP_PREVIEW),
  'GET spot/stops': ok([STOP]),
  'PUT spot/stop/cancel': DONE,
  'PUT spot/exit/cancel': DONE,
  'POST spot/exit/amend': DONE,
  'POST spot/stop/amend': DONE,
  'POST spot/stop/amend/preview': ok(STOP_AMENDED),
  'GET spot/stop/amendments': ok([STOP_CHANGE]),
  'POST spot/pair': SUBMITTED,
  'POST spot/pair/preview': ok(PAIR_PREVIEW),
} as const;
