import { randomBytes } from 'node:crypto';
import type { ChannelName } from '../contract/channels.js';
import type { ApiKeyScope } from '../contract/rules/api-keys.rules.js';
import type { OperatorRole } from '../contract/operations/words.js';
import { DESK_ROUTES } from './desk-routes.js';
import { aRecoveryCode } from './factories/recovery-codes.js';

/** What a user owns one of and names in a call. */
export type RowKind =
  | 'address'
  | 'withdrawal'
  | 'deposit photo'
  | 'help photo'
  | 'help answer'
  | 'complaint'
  | 'identity photos'
  | 'session'
  | 'passkey'
  | 'api key'
  | 'sub account'
  | 'data export'
  | 'spot order'
  | 'spot stop'
  | 'trust order'
  | 'subscription order'
  | 'otc order'
  | 'otc advert'
  | 'otc payment'
  | 'ieo application'
  | 'price alert'
  | 'journal'
  | 'option quote'
  | 'option order'
  | 'position'
  | 'closing order'
  | 'limit order'
  | 'liquidated position'
  | 'stopped position';

/** A row that a call names: another user's must answer like one that is not there. */
export interface NamedRow {
  kind: RowKind;
  /** The call's fields with the row's id in them. */
  fields: (id: string) => Record<string, string>;
  /** Which of them name it. */
  by: readonly string[];
}

export interface AccessRow {
  /** Verb and path, as the controller declares them. */
  call: string;
  /** Operators by their roles; none of them: any operator. */
  who: 'everybody' | 'user' | readonly OperatorRole[];
  row?: NamedRow;
}

const everybody = (call: string): AccessRow => ({ call, who: 'everybody' });
const user = (call: string, row?: NamedRow): AccessRow => ({ call, who: 'user', ...(row ? { row } : {}) });
const names = (kind: RowKind, fields: NamedRow['fields'], ...by: string[]): NamedRow => ({
  kind,
  fields,
  by: by.length > 0 ? by : ['id'],
});

const someHash = (): string => randomBytes(32).toString('hex');
/** Three references with blanks between them. */
function threePhotos(ids: string): Record<string, string> {
  const [front_pic = '', reverse_pic = '', hand_pic = ''] = ids.split(' ');
  return { front_pic, reverse_pic, hand_pic };
}
/** A position and the order that waits to close it, with a blank between them. */
function closingOrder(ids: string): Record<string, string> {
  const [id = '', closing_id = ''] = ids.split(' ');
  return { id, closing_id };
}

const DEPOSIT = { currency: '3', amount: '50', account: '', type: '0', sub_type: 'TRC20' };
export const OPTION = { match_id: '1', currency_id: '3', type: '1', seconds: '60', number: '10' };

const ADVERT = {
  price: '7.2',
  total_number: '100',
  min_number: '10',
  max_number: '700',
  window: '30',
  way: 'bank',
};
const PICTURE = '0'.repeat(32);
const PRICE_ALERT = { symbol: 'BTC/USDT', kind: 'percent-up', value: '900', window: '300' };
const OTC_ORDER_CALLS: readonly [string, Record<string, string>][] = [
  ['GET ctc/order/info', {}],
  ['PUT ctc/order/pay', {}],
  ['PUT ctc/order/cancel', {}],
  ['PUT ctc/order/extend', {}],
  ['PUT ctc/order/concede', {}],
  ['PUT ctc/order/release', { pay_password: '582913' }],
  ['POST ctc/order/appeal', { reason: 'other', text: 'Not what was agreed' }],
  ['POST ctc/order/reopen', { text: 'I had paid', images: PICTURE }],
  ['GET ctc/chat/list', {}],
  ['POST ctc/chat/send', { text: 'Hello' }],
  ['GET ctc/chat/picture', { number: '1' }],
  ['GET ctc/chat/evidence', {}],
];

/** What is served beside the calls of controllers: pages and their files for everybody, the board of jobs for operators. */
export const BESIDE_TABLE: readonly { routes: RegExp; who: 'everybody' | 'operators' }[] = [
  { routes: /^GET \/(ops)?$|^GET \/(ops\/)?\*$/, who: 'everybody' },
  { routes: /^GET \/(favicon\.svg|robots\.txt|manifest\.webmanifest(\.br|\.gz)?)$/, who: 'everybody' },
  { routes: /^GET \/(openapi|asyncapi)\.json(\.br|\.gz)?$/, who: 'everybody' },
  { routes: /^GET \/worker\.js(\.br|\.gz)?$|^GET \/icons\/[a-z0-9-]+\.png$/, who: 'everybody' },
  { routes: /^GET \/(ops\/)?assets\/[A-Za-z0-9_.-]+$/, who: 'everybody' },
  { routes: /^GET \/api\/docs(-json|-yaml)?(\/[A-Za-z0-9./*_-]*)?$/, who: 'everybody' },
  { routes: /^[A-Z]+ \/ops\/queues(\/[A-Za-z0-9:./*-]*)?$/, who: 'operators' },
];

/**
 * REGISTRY of who may call what. A route that is not here fails the tests, and so does a line without a route. What
 * operators can do is `desk-routes.ts`.
 */
export const ACCESS_TABLE: readonly AccessRow[] = [
  everybody('POST csp-report'),
  everybody('GET healthz'),
  everybody('GET readyz'),
  everybody('GET metrics'),
  everybody('GET dev/mailbox'),
  everybody('POST sms_mail'),
  everybody('POST user/sms_mail'),
  everybody('POST sms_send'),
  everybody('POST user/sms_send'),
  user('POST sms_other_mail'),
  user('POST set/sms_other_mail'),
  everybody('POST user/check_mobile'),
  everybody('POST user/check_email'),
  user('POST user/contact_code'),
  user('POST user/contact'),
  everybody('POST set/lang'),
  everybody('POST get/lang'),
  everybody('POST area_code'),
  everybody('POST user/login'),
  user('POST user/logout'),
  everybody('POST user/sessions/end'),
  everybody('POST user/forget'),
  user('POST user/sessions'),
  user(
    'POST user/sessions/revoke',
    names('session', (id) => ({ id })),
  ),
  user('GET user/center'),
  user('GET user/center2'),
  user('GET user/info'),
  user('GET user/userLog'),
  user('GET user/securityLog'),
  user('POST user/cash_info'),
  user('POST user/cash_save'),
  everybody('POST user/register'),
  everybody('POST user/checkExtcode'),
  everybody('GET get/reg'),
  user('POST user/e_pwd'),
  user('POST user/has_password'),
  user('POST safe/update_password'),
  user('POST user/proofs'),
  user('POST user/proof_nonce'),
  user('POST user/totp/setup'),
  user('POST user/totp/confirm'),
  user('POST user/totp/disable'),
  user('POST user/anti_phishing'),
  everybody('POST user/wallet_nonce'),
  everybody('POST user/wallet_login'),
  user('POST user/wallets'),
  user('POST user/passkeys'),
  user('POST user/passkeys/options'),
  user('POST user/passkeys/add'),
  user(
    'POST user/passkeys/rename',
    names('passkey', (id) => ({ id, name: 'Key' })),
  ),
  user('POST user/passkeys/remove'),
  user('POST user/proof_passkey'),
  user(
    'POST user/api_keys',
    names('sub account', (id) => ({ sub_account_id: id }), 'sub_account_id'),
  ),
  user('POST user/api_keys/add'),
  user(
    'POST user/api_keys/rename',
    names('api key', (id) => ({ id, name: 'Key' })),
  ),
  user(
    'POST user/api_keys/revoke',
    names('api key', (id) => ({ id, pay_password: '582913' })),
  ),
  user('POST sub_account/open'),
  user(
    'POST sub_account/rename',
    names('sub account', (id) => ({ id, label: 'Another' })),
  ),
  user(
    'POST sub_account/freeze',
    names('sub account', (id) => ({ id, frozen: '0' })),
  ),
  user('GET sub_account/list'),
  user(
    'GET sub_account/detail',
    names('sub account', (id) => ({ id })),
  ),
  user(
    'POST sub_account/transfer',
    names(
      'sub account',
      (id) => ({ number: '1', currency_id: '3', from_id: '', from_account: 'spot', to_id: id, to_account: 'spot' }),
      'to_id',
    ),
  ),
  user('POST user/erasure'),
  user('POST user/erasure/ask'),
  user('POST user/erasure/take_back'),
  user('POST user/data_exports'),
  user('POST user/data_exports/add'),
  user(
    'POST user/data_exports/file',
    names('data export', (id) => ({ id, pay_password: '582913' })),
  ),
  everybody('POST user/passkey_login/options'),
  everybody('POST user/passkey_login'),
  everybody('GET currency/quotation_new'),
  everybody('GET currency/quotation_recomm'),
  everybody('GET currency/deal'),
  everybody('GET currency/list'),
  everybody('GET currency/type'),
  everybody('GET env.json'),
  everybody('POST transaction/deal'),
  everybody('GET currency/logo/:name'),
  everybody('GET currency/new_tradehistory'),
  everybody('GET currency/new_timeshar'),
  everybody('POST kline/history'),
  everybody('GET tape/slice'),
  everybody('GET trading/status'),
  everybody('GET status'),
  everybody('GET status/notes'),
  everybody('GET tape/roots'),
  everybody('GET tape/proof'),
  everybody('GET usstock/quotation'),
  everybody('GET usstock/kline'),
  everybody('POST usstock/getNewPrice'),
  user('POST upload'),
  user('GET upload/views'),
  user(
    'GET upload/:reference',
    names('deposit photo', (id) => ({ reference: id }), 'reference'),
  ),
  everybody('POST news/list'),
  everybody('POST news/announcement'),
  everybody('POST news/detail'),
  user('GET news/unread'),
  user('GET notices/unread'),
  user('POST notices/read'),
  user('GET preferences'),
  user('POST preferences'),
  user('POST preferences/merge'),
  user('POST preferences/favourites/add'),
  user('POST preferences/favourites/remove'),
  user('GET account/products'),
  user('GET own_limits/state'),
  user('POST own_limits/set'),
  user('POST own_limits/call_back'),
  user('POST own_limits/break'),
  user('POST own_limits/check'),
  user('GET own_limits/stay'),
  user('POST own_limits/stay/seen'),
  user('GET notifications/settings'),
  user('POST notifications/settings'),
  user('POST notifications/device'),
  user('POST notifications/device/end'),
  everybody('GET news/image/:id'),
  everybody('POST set/get_customer_url'),
  everybody('POST set/get_otc_url'),
  user('GET help/chat'),
  user(
    'POST help/chat/line',
    names('help photo', (id) => ({ text: 'Look', picture: id }), 'picture'),
  ),
  user('POST help/chat/read'),
  user('POST help/chat/here'),
  user('POST help/chat/close'),
  user(
    'POST help/check',
    names('help answer', (id) => ({ code: id }), 'code'),
  ),
  user('GET complaints/list'),
  user(
    'GET complaints/detail',
    names('complaint', (id) => ({ id })),
  ),
  user('POST complaints/write'),
  user(
    'POST complaints/reopen',
    names('complaint', (id) => ({ id, text: 'Not settled' })),
  ),
  user('GET user/verification'),
  user('POST user/real_name'),
  user('POST user/real_name2', names('identity photos', threePhotos, 'front_pic', 'reverse_pic', 'hand_pic')),
  user('POST wallet/list'),
  user('POST wallet/detail'),
  user('GET currency/user_currency_list'),
  user('GET wallet/currencylist'),
  user('GET account/list'),
  user('POST account/list'),
  user('GET charge_mention/log'),
  user('POST transaction/in'),
  user('POST transaction/out'),
  user('POST transaction_in'),
  user('POST transaction_out'),
  user('POST transaction_complete'),
  user('POST wallet/legal_log'),
  user('GET wallet/hzhistory'),
  user('POST wallet/hzhistory'),
  user('POST wallet/change'),
  user('GET wallet/profit'),
  user('GET profit/days'),
  user(
    'GET exports/file',
    names(
      'sub account',
      (id) => ({
        sub_account_id: id,
        list: 'spot.orders',
        format: 'csv',
        from: '2026-01-01',
        to: '2026-01-31',
        zone: 'UTC',
      }),
      'sub_account_id',
    ),
  ),
  user('GET taxes/report'),
  user('GET taxes/results'),
  user(
    'GET taxes/journal',
    names('journal', (id) => ({ id })),
  ),
  user('GET demo/state'),
  user('POST demo/enter'),
  user('POST demo/top_up'),
  user('POST demo/leave'),
  user('GET account/state'),
  user('POST wallet/deposit_address'),
  user('POST wallet/get_in_address'),
  user('POST wallet/deposit_currency'),
  user(
    'POST wallet/charge_req',
    names('deposit photo', (id) => ({ ...DEPOSIT, hash: someHash(), imgs: id }), 'imgs'),
  ),
  user('POST depositIn'),
  user('GET charge_mention/log2'),
  user('POST wallet/withdrawal_currency'),
  user('POST wallet/get_info'),
  user('POST wallet/out_preview'),
  user(
    'POST wallet/out',
    names(
      'address',
      (id) => ({ currency: '3', number: '20', address_id: id, pay_password: '582913', code: aRecoveryCode() }),
      'address_id',
    ),
  ),
  user(
    'POST wallet/out_cancel',
    names('withdrawal', (id) => ({ id })),
  ),
  user('GET charge_mention/log3'),
  user(
    'POST wallet/out_detail',
    names('withdrawal', (id) => ({ id })),
  ),
  user('POST wallet/apv_address'),
  user('POST wallet/get_address'),
  user('POST wallet/addaddress'),
  user(
    'POST wallet/deladdress',
    names('address', (id) => ({ address_id: id }), 'address_id'),
  ),
  user('POST wallet/check_address'),
  user('GET out/getAccount'),
  user(
    'POST out/setAccount',
    names('address', (id) => ({ type: 'address', address_id: id }), 'address_id'),
  ),
  user('POST coin/trade'),
  user('POST spot/preview'),
  user('GET coin/list'),
  user(
    'GET spot/order',
    names('spot order', (id) => ({ id })),
  ),
  user('GET spot/fills'),
  user('GET spot/desk'),
  user('POST spot/stop'),
  user('POST spot/stop/preview'),
  user('POST spot/pair'),
  user('POST spot/pair/preview'),
  user('GET spot/stops'),
  user(
    'POST spot/stop/amend',
    names('spot stop', (id) => ({ id, amount: '0.002' })),
  ),
  user(
    'POST spot/stop/amend/preview',
    names('spot stop', (id) => ({ id, amount: '0.002' })),
  ),
  user(
    'GET spot/stop/amendments',
    names('spot stop', (id) => ({ id })),
  ),
  user(
    'PUT spot/stop/cancel',
    names('spot stop', (id) => ({ id })),
  ),
  user(
    'POST spot/exit/amend',
    names('spot order', (id) => ({ id, stop_loss_price: '40000' })),
  ),
  user(
    'PUT spot/exit/cancel',
    names('spot order', (id) => ({ id })),
  ),
  user(
    'POST spot/amend',
    names('spot order', (id) => ({ id, target_price: '50000' })),
  ),
  user(
    'POST spot/amend/preview',
    names('spot order', (id) => ({ id, target_price: '50000' })),
  ),
  user(
    'PUT coin/trade/cancel',
    names('spot order', (id) => ({ id })),
  ),
  user(
    'PUT coin/trade',
    names('spot order', (id) => ({ id })),
  ),
  user(
    'GET coin/canceltrade',
    names('spot order', (id) => ({ id })),
  ),
  user(
    'POST transaction_del',
    names('spot order', (id) => ({ id, type: 'out' })),
  ),
  everybody('GET lh/deposit/config'),
  everybody('GET lh/deposit/product_info'),
  user('GET lh/deposit/report'),
  user('POST trust/preview'),
  user('POST lh/deposit'),
  user('GET lh/deposit/order'),
  user(
    'GET trust/order',
    names('trust order', (id) => ({ id })),
  ),
  user(
    'POST trust/redemption-quote',
    names('trust order', (id) => ({ id })),
  ),
  user(
    'POST lh/deposit/order/cancel',
    names('trust order', (id) => ({ id })),
  ),
  everybody('GET lh/send/config'),
  everybody('GET lh/send/product_info'),
  everybody('GET lh/send/get_recommend'),
  user('POST subscription/preview'),
  user('POST lh/send/order'),
  user('GET lh/send/order_list'),
  ...['GET subscription/order', 'GET lh/send/order_info'].map((call) =>
    user(
      call,
      names('subscription order', (id) => ({ id })),
    ),
  ),
  user('GET subscription/releases'),
  user('GET ctc/product/all'),
  user('GET ctc/product/list'),
  user('GET ctc/product/info'),
  user('GET ctc/product/mine'),
  user('POST ctc/product/add'),
  user(
    'PUT ctc/product/update',
    names('otc advert', (id) => ({ id, ...ADVERT })),
  ),
  user(
    'PUT ctc/product/state',
    names('otc advert', (id) => ({ id, state: 'offline' })),
  ),
  user('GET ctc/merchant/info'),
  user('POST ctc/merchant/apply'),
  user('GET ctc/payment/list'),
  user('POST ctc/payment/add'),
  user(
    'PUT ctc/payment/delete',
    names('otc payment', (id) => ({ id })),
  ),
  user('POST ctc/order/preview'),
  user('POST ctc/order/add'),
  user('GET ctc/order/list'),
  ...OTC_ORDER_CALLS.map(([call, fields]) =>
    user(
      call,
      names('otc order', (id) => ({ id, ...fields })),
    ),
  ),
  everybody('POST ieo/list'),
  everybody('GET ieo/project'),
  everybody('GET ieo/allotment'),
  user('POST ieo/preview'),
  user('POST ieo/apply'),
  user('POST ieo/myApply'),
  user(
    'GET ieo/application',
    names('ieo application', (id) => ({ id })),
  ),
  user(
    'POST ieo/pay',
    names('ieo application', (id) => ({ id })),
  ),
  user('GET user/invite'),
  user('POST user/invite_list'),
  user('POST user/my_invite_list'),
  user('POST user/my_account_return'),
  user('GET user/my_poster'),
  user('GET user/my_share'),
  user('POST referral/profile'),
  everybody('GET microtrade/seconds'),
  user('GET microtrade/payable_currencies'),
  user('POST options/preview'),
  user(
    'POST microtrade/submit',
    names('option quote', (id) => ({ ...OPTION, quote_id: id }), 'quote_id'),
  ),
  user('GET microtrade/lists'),
  user(
    'GET options/receipt',
    names('option order', (id) => ({ id })),
  ),
  user('POST lever/deal'),
  user('GET price_alert/list'),
  user('POST price_alert/create'),
  user(
    'POST price_alert/edit',
    names('price alert', (id) => ({ id, ...PRICE_ALERT })),
  ),
  ...['pause', 'resume', 'delete'].map((verb) =>
    user(
      `POST price_alert/${verb}`,
      names('price alert', (id) => ({ id })),
    ),
  ),
  user('POST lever/submit'),
  user('POST lever/my_trade'),
  user('POST lever/dealall'),
  user(
    'POST lever/close',
    names('position', (id) => ({ id })),
  ),
  user(
    'POST lever/reverse',
    names('position', (id) => ({ id })),
  ),
  user(
    'POST lever/close_limit',
    names('position', (id) => ({ id, price: '70000' })),
  ),
  user('POST lever/close_amend', names('closing order', closingOrder, 'id', 'closing_id')),
  user('POST lever/close_cancel', names('closing order', closingOrder, 'id', 'closing_id')),
  user('POST lever/batch_close'),
  user(
    'POST lever/cancel',
    names('limit order', (id) => ({ id })),
  ),
  user(
    'POST lever/amend',
    names('limit order', (id) => ({ id, target_price: '41000' })),
  ),
  user(
    'POST lever/setstop',
    names('position', (id) => ({ id, target_profit_price: '90000' })),
  ),
  user(
    'POST lever/add_margin',
    names('position', (id) => ({ id, amount: '1' })),
  ),
  everybody('GET futures/products'),
  user('GET futures/positions'),
  user('GET futures/history'),
  user('GET futures/closed-parts'),
  user('GET futures/closings'),
  user('GET futures/closing-amendments', names('closing order', closingOrder, 'id', 'closing_id')),
  user('POST futures/preview'),
  user(
    'POST futures/preview/close',
    names('position', (id) => ({ id })),
  ),
  user(
    'POST futures/preview/reverse',
    names('position', (id) => ({ id })),
  ),
  user(
    'POST futures/preview/amend',
    names('limit order', (id) => ({ id, target_price: '41000' })),
  ),
  user(
    'POST futures/preview/add_margin',
    names('position', (id) => ({ id, amount: '1' })),
  ),
  user(
    'POST futures/preview/setstop',
    names('position', (id) => ({ id, stop_loss_price: '59000' })),
  ),
  user('POST futures/margin_mode'),
  user(
    'GET futures/liquidation-report',
    names('liquidated position', (id) => ({ id })),
  ),
  user(
    'GET futures/stop-receipts',
    names('stopped position', (id) => ({ id })),
  ),
  everybody('GET futures/insurance'),
  everybody('GET products/losing_accounts'),
  everybody('GET futures/funding'),
  ...DESK_ROUTES.map(({ route, roles }): AccessRow => ({ call: route, who: roles ?? 'everybody' })),
];

/**
 * REGISTRY of the calls that a user's own programs may make, by the scope that their key has. Whatever is not here is closed to every
 * key with every scope: what takes money out of the account or to other accounts and other people, what protects the account, what is
 * said to people, and the desk.
 */
export const KEY_TABLE: Readonly<Record<string, ApiKeyScope>> = {
  'POST wallet/list': 'read',
  'POST wallet/detail': 'read',
  'GET coin/list': 'read',
  'GET spot/fills': 'read',
  'GET spot/order': 'read',
  'GET spot/desk': 'read',
  'GET spot/stops': 'read',
  'POST lever/my_trade': 'read',
  'GET futures/positions': 'read',
  'GET futures/history': 'read',
  'GET futures/closed-parts': 'read',
  'GET futures/closings': 'read',
  'GET futures/closing-amendments': 'read',
  'GET microtrade/payable_currencies': 'read',
  'GET microtrade/lists': 'read',
  'GET options/receipt': 'read',
  'POST coin/trade': 'trade.spot',
  'PUT coin/trade/cancel': 'trade.spot',
  'POST spot/preview': 'trade.spot',
  'POST spot/amend': 'trade.spot',
  'POST spot/amend/preview': 'trade.spot',
  'POST spot/stop': 'trade.spot',
  'POST spot/stop/preview': 'trade.spot',
  'POST spot/stop/amend': 'trade.spot',
  'POST spot/stop/amend/preview': 'trade.spot',
  'GET spot/stop/amendments': 'read',
  'PUT spot/stop/cancel': 'trade.spot',
  'POST spot/exit/amend': 'trade.spot',
  'PUT spot/exit/cancel': 'trade.spot',
  'POST spot/pair': 'trade.spot',
  'POST spot/pair/preview': 'trade.spot',
  'POST futures/preview': 'trade.futures',
  'POST futures/preview/close': 'trade.futures',
  'POST futures/preview/reverse': 'trade.futures',
  'POST futures/preview/amend': 'trade.futures',
  'POST futures/preview/add_margin': 'trade.futures',
  'POST futures/preview/setstop': 'trade.futures',
  'POST lever/submit': 'trade.futures',
  'POST lever/close': 'trade.futures',
  'POST lever/reverse': 'trade.futures',
  'POST lever/close_limit': 'trade.futures',
  'POST lever/close_amend': 'trade.futures',
  'POST lever/close_cancel': 'trade.futures',
  'POST lever/batch_close': 'trade.futures',
  'POST lever/cancel': 'trade.futures',
  'POST lever/amend': 'trade.futures',
  'POST lever/setstop': 'trade.futures',
  'POST lever/add_margin': 'trade.futures',
  'POST options/preview': 'trade.options',
  'POST microtrade/submit': 'trade.options',
};

/** What is never in the table above, by the beginnings of its paths: a call that moves there is looked at by two. */
export const NEVER_FOR_KEYS =
  /^\w+ (wallet\/(out|change|charge_req|deposit|deladdress|addaddress|get_in|apv|check|legal|hz)|transaction|deposit|out\/|ctc\/|ieo\/|lh\/|trust\/|subscription\/|user\/|set\/|safe\/|sms|upload|help\/|complaints\/|notices\/|notifications\/|news\/|account\/|demo\/|referral\/|charge_mention|price_alert\/|ops\/|dev\/)/;

/** Who may subscribe to which channel. The rows of an `owner` channel are the caller's, whatever its key says. */
export const CHANNEL_TABLE: Readonly<Record<ChannelName, 'everybody' | 'user'>> = {
  'markets.ticker': 'everybody',
  'markets.candle': 'everybody',
  'markets.depth': 'everybody',
  'markets.trades': 'everybody',
  'markets.perpetual': 'everybody',
  'markets.perpetual-quotes': 'everybody',
  'markets.perpetual-depth': 'everybody',
  'markets.mark': 'everybody',
  'trading.status': 'everybody',
  'account.events': 'user',
};
