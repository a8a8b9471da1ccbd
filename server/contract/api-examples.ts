import { MARKET_QUERIES, MARKET_REPLIES } from './markets/reply-examples.js';
import { ok } from './envelope.dto.js';
import { FUTURES_REPLIES } from './trading/futures-reply-examples.js';
import { LEVER_REPLIES } from './trading/lever-reply-examples.js';
import { OPTION_REPLIES } from './trading/option-reply-examples.js';
import { SPOT_REPLIES } from './trading/spot-reply-examples.js';
import { WALLET_REPLIES } from './wallet/reply-examples.js';

/** What programs send, as the API's description shows it: whole bodies and queries that are right as they stand, with demo money. */
const DEMO = { account_type: 'simulation_account' };
const SPOT_MARKET = { legal_id: '3', currency_id: '1' };
const SPOT = { ...SPOT_MARKET, type: '1', amount: '0.001', ...DEMO };
const CONTRACT = { ...SPOT_MARKET, share: '1', multiple: '10', type: '1', status: '1', ...DEMO };
const OPTION = { match_id: '1', currency_id: '3', type: '1', seconds: '60', number: '10', ...DEMO };

/** By verb and path; of a GET the query, or what stands in the path. */
export const API_EXAMPLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...MARKET_QUERIES,
  'POST wallet/list': DEMO,
  'POST wallet/detail': { currency: '3', type: 'change', ...DEMO },
  'GET coin/list': { ...SPOT_MARKET, ...DEMO },
  'GET spot/fills': { ...SPOT_MARKET, ...DEMO },
  'GET spot/order': { id: '42' },
  'GET spot/desk': { ...SPOT_MARKET, ...DEMO },
  'GET spot/stops': DEMO,
  'POST lever/my_trade': { status: '0', ...DEMO },
  'GET futures/positions': DEMO,
  'GET futures/history': DEMO,
  'GET futures/closed-parts': DEMO,
  'GET futures/closings': DEMO,
  'GET futures/closing-amendments': { id: '42', closing_id: '7' },
  'GET microtrade/payable_currencies': DEMO,
  'GET microtrade/lists': DEMO,
  'GET options/receipt': { id: '42' },
  'POST coin/trade': { ...SPOT, target_price: '50000' },
  'PUT coin/trade/cancel': { id: '42' },
  'POST spot/preview': SPOT,
  'POST spot/amend': { id: '42', target_price: '50100' },
  'POST spot/amend/preview': { id: '42', target_price: '50100' },
  'POST spot/stop': { ...SPOT, amount: '50', trigger_price: '70000' },
  'POST spot/stop/preview': { ...SPOT, amount: '50', trigger_price: '70000' },
  'PUT spot/stop/cancel': { id: '42' },
  'POST spot/stop/amend': { id: '42', trigger_price: '71000', amendments: '0' },
  'POST spot/stop/amend/preview': { id: '42', trigger_price: '71000', amendments: '0' },
  'GET spot/stop/amendments': { id: '42' },
  'PUT spot/exit/cancel': { id: '42' },
  'POST spot/exit/amend': { id: '42', stop_loss_price: '46000', amendments: '0' },
  'POST spot/pair': { ...SPOT, type: '2', target_price: '70000', trigger_price: '50000' },
  'POST spot/pair/preview': { ...SPOT, type: '2', target_price: '70000', trigger_price: '50000' },
  'POST futures/preview': CONTRACT,
  'POST futures/preview/close': { id: '42' },
  'POST futures/preview/reverse': { id: '42' },
  'POST futures/preview/amend': { id: '42', target_price: '50100' },
  'POST futures/preview/add_margin': { id: '42', amount: '10' },
  'POST futures/preview/setstop': { id: '42', stop_loss_price: '57000' },
  'POST lever/submit': CONTRACT,
  'POST lever/reverse': { id: '42' },
  'POST lever/close': { id: '42' },
  'POST lever/close_limit': { id: '42', price: '70000' },
  'POST lever/close_amend': { id: '42', closing_id: '7', price: '61000', share: '1', waiting: '1' },
  'POST lever/close_cancel': { id: '42', closing_id: '7' },
  'POST lever/batch_close': DEMO,
  'POST lever/cancel': { id: '42' },
  'POST lever/amend': { id: '42', target_price: '50100' },
  'POST lever/setstop': { id: '42', stop_loss_price: '57000' },
  'POST lever/add_margin': { id: '42', amount: '10' },
  'POST options/preview': OPTION,
  'POST microtrade/submit': OPTION,
};

/** What they are answered when it goes well, whole, by verb and path. */
export const REPLY_EXAMPLES: Readonly<Record<string, object>> = {
  'GET trading/status': ok({ real: 'open', demo: 'open' }),
  ...MARKET_REPLIES,
  ...WALLET_REPLIES,
  ...SPOT_REPLIES,
  ...FUTURES_REPLIES,
  ...LEVER_REPLIES,
  ...OPTION_REPLIES,
};
