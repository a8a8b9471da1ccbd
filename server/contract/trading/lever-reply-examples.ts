import { ok } from '../envelope.dto.js';
import { successText } from '../languages/success.js';
import { paginator, wireTime } from '../pages.dto.js';
import { EXAMPLE_AT } from './event-examples.js';
import type { LeverTradesReply, LeverView } from './lever.dto.js';

const SUBMITTED = ok(successText('en', 'submitted'));
const DONE = ok(successText('en', 'done'));

/** The order for a lot that waits for its limit. */
const WAITING: LeverView = {
  id: 43,
  type: 1,
  user_id: 100_001,
  currency: 1,
  legal: 3,
  origin_price: '50000.00000000',
  price: '50000.00000000',
  update_price: '60001.20000000',
  target_profit_price: '0.00000000',
  stop_loss_price: '0.00000000',
  share: 1,
  number: '0.01000',
  multiple: 10,
  origin_caution_money: '50.00000000',
  caution_money: '50.25000000',
  fact_profits: '0.00000000',
  trade_fee: '0.00000000',
  overnight: '0.00000000',
  overnight_money: '0.00000000',
  profits: '0.00000000',
  status: 0,
  settled: 0,
  create_time: EXAMPLE_AT / 1000,
  time: wireTime(new Date(EXAMPLE_AT)),
  update_time: wireTime(new Date(EXAMPLE_AT)),
  transaction_time: '',
  handle_time: '',
  complete_time: '',
  closed_type: '',
  symbol: 'BTC/USDT',
  status_name: 'Pending',
  type_name: 'Long',
  agent_path: '',
  order_number: 'F000000000043',
  account_type: 'simulation_account',
  margin_mode: 'isolated',
  price_type: 'limit',
  closed_as: '',
  mark_price: '',
  liquidation_price: '',
  liquidation_time: '',
  added_caution_money: '0.00000000',
  target_profit_source: 'last',
  stop_loss_source: 'mark',
};
const PAGE = paginator([WAITING], 1, { page: 1, limit: 10, path: '/api/lever/my_trade' });
/** What backs the two lots that are held, as a part of what they require. */
const RISK = { hazard_rate: '2222.45', profits_total: '0.01400000' };
const TRADES: LeverTradesReply = {
  ...ok({ ...PAGE, rate_profits_total: RISK, message: PAGE, lever_balance: '879.39899500' }),
  rate_profits_total: RISK,
};

export const LEVER_REPLIES = {
  'POST lever/my_trade': TRADES,
  'POST lever/submit': SUBMITTED,
  'POST lever/reverse': DONE,
  'POST lever/close': DONE,
  'POST lever/close_limit': SUBMITTED,
  'POST lever/close_amend': DONE,
  'POST lever/close_cancel': DONE,
  'POST lever/batch_close': DONE,
  'POST lever/cancel': DONE,
  'POST lever/amend': DONE,
  'POST lever/setstop': DONE,
  'POST lever/add_margin': DONE,
} as const;
