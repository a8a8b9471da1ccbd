import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_KEY_KINDS } from '../../contract/rules/api-keys.rules.js';
import { ALERT_KINDS, ALERT_SOURCES } from '../../contract/rules/price-alert.rules.js';
import { TIMES_IN_FORCE } from '../../contract/rules/spot-time.rules.js';
import { aRecoveryCode } from '../factories/recovery-codes.js';
import type { FuzzRoute } from '../journeys/http.fuzz.js';
import { ADDRESS, PIN, USDT } from './people.js';

const HOUR_MS = 3_600_000;

export interface Schema {
  $ref?: string;
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
}
interface Operation {
  parameters?: { in: string; name: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** They end the session that the fuzz itself lives from. */
const LEFT_OUT = ['POST user/logout', 'POST /ops/api/logout', 'POST user/sessions/revoke'];

/** Every call of the API description with the fields that it reads: a call that is described is fuzzed. */
export function fuzzRoutes(): FuzzRoute[] {
  return describedRoutes().map(({ verb, path, fields }) => [verb, path, [...fields.keys()]]);
}

/** The same, and what is said of each field. */
export function describedRoutes(): { verb: string; path: string; fields: Map<string, Schema> }[] {
  const file = join(__dirname, '../../contract/openapi.json');
  const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as Description;
  const fieldsOf = ({ $ref, allOf, properties }: Schema): [string, Schema][] => [
    ...Object.entries(properties ?? {}),
    ...(allOf ?? []).flatMap(fieldsOf),
    ...($ref ? fieldsOf(components.schemas[$ref.split('/').pop() ?? ''] ?? {}) : []),
  ];
  return Object.entries(paths)
    .flatMap(([address, operations]) =>
      Object.entries(operations).map(([verb, { parameters = [], requestBody }]) => {
        const queried = parameters
          .filter((one) => one.in === 'query')
          .map(({ name, schema }): [string, Schema] => [name, schema ?? {}]);
        const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => fieldsOf(schema));
        const path = address.replace(/^\/api\//, '').replace(/\{(\w+)\}/g, ':$1');
        return { verb: verb.toUpperCase(), path, fields: new Map([...queried, ...bodies]) };
      }),
    )
    .filter(({ verb, path }) => !LEFT_OUT.includes(`${verb} ${path}`));
}

/** Values that are right for a field of that name, so that the fuzz comes past the first check. */
export const GOOD: Record<string, string[]> = {
  symbol: ['BTC/USDT', 'ETH/USDT', 'AAPL', 'GOLD/USDT'],
  period: ['1min', '1day', '1W', '1mon', '60min'],
  from: ['0', '1763600000', ''],
  to: ['9999999999', '1763700000', ''],
  second: ['1763600000000'],
  limit: ['10', '100', '2000'],
  page: ['1', '2', '1000000'],
  currency: [USDT, '1', '2'],
  currency_id: ['1', '2', USDT],
  currencyId: ['1', USDT],
  currency_match_id: ['1'],
  legal_id: [USDT],
  match_id: ['1', '2'],
  config_id: ['1', '2'],
  project_id: ['1', '2'],
  round: ['1', '2'],
  lang: ['zh', 'en', 'kr', 'sp'],
  account_type: ['real_account', 'simulation_account'],
  type: ['1', '2', '0', 'change', 'address', 'email', 'mobile', 'forget'],
  number: ['1', '11', '20.5', '1000000', '0.000001'],
  amount: ['0.001', '1', '50', '100', '1000', '0.123456'],
  from_field: ['change', 'micro', 'lever', 'legal', 'trust'],
  to_field: ['change', 'micro', 'lever', 'legal', 'trust'],
  address: [ADDRESS, 'Street 1'],
  netType: ['TRC20', 'ERC20'],
  sub_type: ['TRC20', 'ERC20'],
  chain: ['tron', 'ethereum', 'bitcoin', 'TRC', 'ERC'],
  way: ['bank', 'chain', 'ali_pay'],
  means: ['money', 'number'],
  coin_code: ['CNY', 'USD', 'JPY'],
  value: ['710', '100', '0.01', '90000'],
  window: ['30', '15', '', '300'],
  total_number: ['100', '1000'],
  min_number: ['10'],
  max_number: ['5000', '5'],
  ratio: ['1.02', ''],
  payment_ids: ['1', '1,2'],
  payment_id: ['1'],
  nickname: ['trader one', '官方'],
  images: ['0'.repeat(32), ''],
  award: ['buyer', 'seller'],
  state: ['online', 'offline', 'closed', 'shown'],
  text: ['Hello', '你好'],
  after: ['0', '3'],
  before: ['5', ''],
  pay_password: [PIN, PIN, PIN, '193756'],
  hash: ['a'.repeat(64), 'b'.repeat(64), `0x${'c'.repeat(64)}`],
  seconds: ['60', '600', '120'],
  share: ['1', '2', '5'],
  multiple: ['10', '20', '1'],
  reduce_only: ['0', '1'],
  status: ['0', '1', '2', '3', 'review', 'approved', 'all'],
  target_price: ['', '50000', '0'],
  target_profit_price: ['', '90000'],
  stop_loss_price: ['', '40000'],
  worst_price: ['', '100000'],
  time_in_force: [...TIMES_IN_FORCE, ''],
  expires_at: ['', String(Date.now() + HOUR_MS)],
  exit_expires_at: ['', String(Date.now() + HOUR_MS)],
  amount_of: ['base', 'quote'],
  trigger_price: ['', '40000', '90000'],
  trail_percent: ['', '5'],
  trail_distance: ['', '1000'],
  direction: ['rise', 'fall', ''],
  stop_limit_price: ['', '91000'],
  take_profit_price: ['', '90000'],
  closing_id: ['1', '2', '3', '5', '99'],
  waiting: ['', '1', '2'],
  source: ['', ...ALERT_SOURCES],
  pause: ['', '300'],
  note: ['', 'mine'],
  scopes: ['read', 'read,trade.spot', 'trade.futures,trade.options'],
  days: ['7', '90'],
  addresses: ['', '127.0.0.1', '203.0.113.0/24'],
  public_key: ['', Buffer.alloc(32, 7).toString('base64')],
  worst_fee_ratio: ['', '1', '0.001', '0'],
  worst_fee: ['', '0', '1', '1000'],
  worst_daily_ratio: ['', '0', '0.001', '1'],
  price: ['50000', '100', '0.01'],
  num: ['0.001', '1', '0'],
  yuan: ['7.1', '7.25', '0'],
  margin_mode: ['cross', 'isolated'],
  profit_source: ['mark', 'last', 'index'],
  stop_source: ['mark', 'last', 'index'],
  id: ['1', '2', '3', '5', '8', '13', '99'],
  address_id: ['1', '2', '99'],
  quote_id: ['1', 'q'],
  kind: ['front', 'reverse', 'hand', 'adjustment', 'deposit', ...ALERT_KINDS, ...API_KEY_KINDS],
  reference: ['abc', '0'.repeat(32)],
  user_string: ['someone@example.com', '+4915112345678', 'somebody1'],
  areacode: ['86', '49', '1'],
  password: ['Correct-Horse-7', '730194', '123456'],
  re_password: ['Correct-Horse-7', '730194'],
  code: ['123456', aRecoveryCode(), aRecoveryCode()],
  country: ['Germany', 'DE', 'Japan'],
  name: ['Ann Example'],
  card_id: ['TK1234567'],
  certificate_type: ['1', 'passport'],
  reason: ['as agreed'],
  search: ['someone', '1', 'p'],
  claim: ['free', 'mine'],
  order: ['newest', 'oldest'],
  user: ['1', '2'],
  userId: ['1', '2'],
  account: ['spot', 'option', 'contract', 'trust'],
  transaction: ['d'.repeat(64)],
  roles: ['treasurer', 'auditor'],
  login: ['operator-1'],
  totp: ['123456'],
  operator: ['1'],
  action: ['deposit.approve'],
  subject: ['deposit'],
  subjectId: ['1'],
  demo: ['true', 'false'],
  cause: ['wallet.transfer'],
  secondPersonAbove: ['500', '10000'],
  withdrawalFee: ['1', '0'],
  depositMinimum: ['10', '1'],
  // What would take the ground from under all the other calls is asked for where it does not.
  '/ops/api/markets/:id/halt id': ['90', '9999'],
  '/ops/api/operators/:id/disable id': ['1', '999'],
  '/ops/api/operators/:id/reset id': ['1', '999'],
  '/ops/api/operators/:id/roles id': ['1', '999'],
  '/ops/api/users/:id/revoke-sessions id': ['1', '999'],
};

/** Fields of other people's rows and rights, sent in the hope that somebody copies them (catalogue D7). */
const TRAP_NAMES =
  'user_id uid id balance status type role is_admin kyc real_name_status fee rate price profit created_at invite_code ' +
  'parent_id __proto__ constructor deleted_at currency_scale sim userId operatorId account_id demo';
export const TRAPS: Record<string, string[]> = Object.fromEntries(
  TRAP_NAMES.split(' ').map((name) => [name, ['1', '2', 'true', 'admin', '1000000', '-1']]),
);
