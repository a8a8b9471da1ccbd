import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { JOB_NAMES } from '../jobs.js';
import { Config } from '../platform/config/config.js';
import { type DeclaredRoute, RouteList } from '../platform/http/route-list.js';
import { bootApp, type TestApp } from './app.js';
import { DESK_ROUTES, PRODUCT_TERMS } from './desk-routes.js';
import { knobIn } from './knob-words.js';

/**
 * There is no way for anybody to change a price, an outcome, a payout or a user's odds. Said of everything that has a
 * name: routes, the API's description, DTO fields, tables and their columns, jobs, settings; and of what operators can
 * do, which is one explicit list. What each of their acts touches is checked by the desk's journeys against that list.
 */

const CONTRACT = join(__dirname, '../contract');

let app: TestApp;
let source: DataSource;
let routes: DeclaredRoute[];

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.owner;
  routes = app.application.get(RouteList).all();
}, 60_000);
afterAll(() => app?.close());

const knobsAmong = (names: Iterable<string>): string[] => [...names].filter((name) => knobIn(name) !== null);

const columns = async (): Promise<{ place: string; table: string; column: string }[]> =>
  source.query(
    `select table_name || '.' || column_name as place, table_name as "table", column_name as "column"
       from information_schema.columns where table_schema = 'public' order by 1`,
  );

/** Tables that keep at most one row about each user. */
async function tablesOfOneRow(): Promise<string[]> {
  const tables: { name: string }[] = await source.query(
    `select distinct t.relname as name from pg_constraint c join pg_class t on t.oid = c.conrelid
       join pg_index i on i.indrelid = t.oid and i.indisunique and i.indnkeyatts = 1 and i.indkey[0] = c.conkey[1]
      where c.contype = 'f' and c.confrelid = 'account_user'::regclass and array_length(c.conkey, 1) = 1 order by 1`,
  );
  return tables.map(({ name }) => name);
}

describe('the words of a knob', () => {
  it.each([
    'win_rate',
    'winRate',
    'user_win_ratio',
    'lossProbability',
    'odds',
    'userOdds',
    'is_control',
    'riskControl',
    'risk_type_control',
    'fengkong',
    'kongzhi_type',
    'price_offset',
    'klineShift',
    'settlePriceOverride',
    'settlement-price-adjustment',
    'index_bias',
    'mark_price_drift',
    'payout_override',
    'resultOverride',
    'preset_result',
    'forcedOutcome',
    'force_win',
    'manual_result',
    'delay_seconds',
    'orderDelayMs',
    'execution_latency',
    'user_spread',
    'memberMultiplier',
    'group_payout',
    'kill_rate',
    'must_lose',
    'robot_price',
    'rigged',
  ])('%s is found', (name) => {
    expect(knobIn(name)).not.toBeNull();
  });

  it.each([
    'entry_price',
    'payout_ratio',
    'withdrawal_fee_percent',
    'liquidation_price',
    'take_profit_price',
    'even_band_ratio',
    'index_state',
    'market.spread',
    'price_decimals',
    'closes_at',
    'user_account',
    'risk_rate',
    'result',
    'chain_verdict',
    'controller',
  ])('%s is none', (name) => {
    expect(knobIn(name)).toBeNull();
  });
});

describe('nothing that has a name is a knob', () => {
  it('no route and no handler', () => {
    expect(routes.length).toBeGreaterThan(100);
    expect(knobsAmong(routes.flatMap(({ path, handler }) => [path, handler]))).toEqual([]);
  });

  it('no path, schema, field or parameter of the API description', () => {
    const api: unknown = JSON.parse(readFileSync(join(CONTRACT, 'openapi.json'), 'utf8'));
    const names = namesIn(api);
    expect(names.size).toBeGreaterThan(200);
    expect(knobsAmong(names)).toEqual([]);
  });

  it('no field of a class or type of the contract, described or not', () => {
    const files = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /^(?!rules|languages).*\.ts$/.test(file) && !file.endsWith('.spec.ts'),
    );
    const fields = files.flatMap((file) =>
      [...readFileSync(join(CONTRACT, file), 'utf8').matchAll(/^\s+(?:readonly )?'?([\w.-]+)'?[?!]?: /gm)].map(
        ([, name = '']) => `${file} ${name}`,
      ),
    );
    expect(fields.length).toBeGreaterThan(500);
    const found = fields.filter((field) => knobIn(field.split(' ')[1] ?? '') !== null);
    expect(found.filter((field) => !EXCUSED_FIELDS.has(field))).toEqual([]);
  });

  it('no table and no column', async () => {
    const all = await columns();
    expect(all.length).toBeGreaterThan(400);
    expect(knobsAmong(all.map(({ place }) => place))).toEqual([]);
  });

  it('and one that came in would be found', async () => {
    await source.query(`create table user_terms (user_id bigint primary key references account_user (id),
      win_rate numeric, note text)`);
    expect(knobsAmong((await columns()).map(({ place }) => place))).toEqual(['user_terms.win_rate']);
    expect(await tablesOfOneRow()).toContain('user_terms');
    await source.query('drop table user_terms');
  });

  it('no job, no setting', () => {
    expect(knobsAmong(JOB_NAMES)).toEqual([]);
    expect(knobsAmong(Object.keys(app.application.get(Config).values))).toEqual([]);
  });
});

/** Names that sound like one and are none. */
const EXCUSED_FIELDS = new Set([
  // Jobs that wait for their time, counted.
  'operations/audit.dto.ts delayed',
  // What of a stake is lost: all of it, for everybody, as the old clients show it.
  'trading/options.dto.ts loss_ratio',
  // The same in an example of what is answered.
  'trading/option-reply-examples.ts loss_ratio',
]);
const EXCUSED_NAMES = new Set([...EXCUSED_FIELDS].map((field) => field.split(' ')[1] ?? ''));

function namesIn(node: unknown, names = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const each of node) namesIn(each, names);
  else if (typeof node === 'object' && node !== null) {
    for (const [key, value] of Object.entries(node)) {
      const isNamed = ['properties', 'schemas', 'paths'].includes(key) && typeof value === 'object' && value !== null;
      if (isNamed) for (const name of Object.keys(value)) if (!EXCUSED_NAMES.has(name)) names.add(name);
      if (key === 'name' && typeof value === 'string') names.add(value);
      namesIn(value, names);
    }
  }
  return names;
}

describe('nothing is kept about one user that trading could ask', () => {
  it('a user is these columns', async () => {
    const own = (await columns()).filter(({ table }) => table === 'account_user').map(({ column }) => column);
    expect(own).toEqual([
      'agreed_at',
      'anti_phishing_word',
      'created_at',
      'disabled_at',
      'email',
      'email_bound_at',
      'email_key',
      'erased_at',
      'extension_code',
      'id',
      'invited_by',
      'language',
      'password_hash',
      'phone',
      'phone_bound_at',
      'username',
      'username_key',
    ]);
  });

  it('the tables with one row a user are these, and none is a table of terms', async () => {
    const known = new Map([
      ['account_bank_card', 'where the user is paid'],
      ['account_fund_password', 'the fund password'],
      ['account_preference', 'colours, appearance, tab bar and layout that the user has chosen'],
      ['account_totp', 'the authenticator'],
      ['demo_account', 'whether there is demo money'],
      ['event_notice_place', 'up to which event the user was told'],
      ['help_chat', 'the chat that goes on'],
      ['notification_setting', 'what the user is told of outside of the app'],
      ['notice_read_place', 'up to which notice the user has read'],
      ['outbox_stream', 'the number of the last event'],
      ['own_limit_account', 'that something is limited at all, and breaks that the user has begun'],
      ['otc_merchant', 'whether somebody may advertise coins to others, and under which name'],
      ['referral_profile', 'the nickname in the ranking of invitations'],
      ['withdrawal_account', 'where to withdraw to'],
      ['account_erasure', 'that the account is about to be erased, or was'],
      ['data_export', 'that a file of the account’s data is being made, one at a time'],
      ['sub_account', 'whose account it is, its name, and whether its owner has frozen it'],
    ]);
    expect((await tablesOfOneRow()).filter((name) => !known.has(name))).toEqual([]);
  });

  it('what is a price, a ratio or a result in a row of one user is a fact of that user’s own order, and on this list', async () => {
    const found: { place: string }[] = await source.query(
      `select distinct t.relname || '.' || a.attname as place
         from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_attribute a on a.attrelid = t.oid
        where c.contype = 'f' and c.confrelid = 'account_user'::regclass and a.attnum > 0 and not a.attisdropped
          and a.attname ~ '(^|_)(price|payout|ratio|rate|percent|factor|multiplier|spread|slippage|delay|result|outcome|profit|winnings)(_|$)'
        order by 1`,
    );
    expect(found.map(({ place }) => place).filter((place) => !FACTS.has(place))).toEqual([]);
  });

  it('no role, claim, proposal or notice of the desk refers to trading', async () => {
    const tables: { name: string; target: string }[] = await source.query(
      `select c.conrelid::regclass::text as name, c.confrelid::regclass::text as target from pg_constraint c
        where c.contype = 'f' and c.conrelid::regclass::text ~ '^(operator|audit)' order by 1, 2`,
    );
    expect([...new Set(tables.map(({ target }) => target))].sort()).toEqual([
      'account_user',
      'operator',
      'operator_proposal',
      'operator_session',
    ]);
  });
});

/** Each is written when the order is made, or follows from prices that everybody sees. */
const FACTS = new Set([
  // which part of other people's fees comes back to a partner, from a day on that has not begun: nothing that is traded asks it
  'referral_partner_terms.ratio',
  // whether word of a notice was sent
  'notice_delivery.outcome',
  // whether a mail or text message was sent
  'outgoing_message.outcome',
  // whether an account was erased, kept after all, or had something in the way
  'account_erasure.outcome',
  // what an option was bought for, and how it ended
  'option_order.entry_price',
  'option_order.fee_ratio',
  'option_order.payout_ratio',
  'option_order.price_decimals',
  'option_order.profit',
  'option_order.result',
  'option_order.winnings',
  // what a position was opened at and closed at, and the user's own limits
  'futures_closing_order.limit_price',
  'futures_position.close_fee_ratio',
  'futures_position.close_price',
  'futures_position.entry_price',
  'futures_position.limit_price',
  'futures_position.liquidation_price',
  'futures_position.market_price',
  'futures_position.open_fee_ratio',
  'futures_position.price_type',
  'futures_position.realised_profit',
  'futures_position.take_profit',
  'futures_position.take_profit_source',
  // what a term was bought for
  'otc_order.price',
  'trust_order.daily_ratio',
  'trust_order.redemption_ratio',
  'subscription_order.price',
  'subscription_order.yield_ratio',
  // what a user asked for, and what was paid
  'spot_order.price',
  'spot_order.limit_price',
  'spot_order.average_price',
  'spot_order.price_decimals',
  'spot_order.fee_ratio',
  'spot_fill.price',
  'spot_stop.trigger_price',
  'spot_stop.triggered_price',
  'spot_stop.triggered_price_at',
  'spot_stop.limit_price',
  'spot_stop.fee_ratio',
  'spot_stop.trail_ratio',
  'spot_stop.trail_distance',
  'spot_exit.take_profit',
  'spot_exit.stop_loss',
]);

/** What the listing of a new coin and its offer touch. */
const NEW_COINS =
  /^(\+(currency|wallet_currency|market|market_constituent|spot_product)|[+-]?subscription_(offer|quota)(\..*)?)$/;

describe('what operators can do is one list', () => {
  const ofDesk = () =>
    routes.filter(({ path, access }) => access.kind === 'operator' || path === 'ops' || path.startsWith('ops/'));

  it('every route of the desk is on it, with its roles, and nothing else is', () => {
    const declared = ofDesk().map(({ method, path, access }) => ({
      route: `${method} ${path}`,
      roles: access.kind === 'operator' ? access.roles : null,
    }));
    const byRoute = (left: { route: string }, right: { route: string }) => (left.route < right.route ? -1 : 1);
    expect(declared.sort(byRoute)).toEqual(DESK_ROUTES.map(({ route, roles }) => ({ route, roles })).sort(byRoute));
  });

  it('a reading route changes nothing but the record of the look', () => {
    const reading = DESK_ROUTES.filter(({ route }) => route.startsWith('GET '));
    const touched = reading.flatMap(({ actions }) => Object.values(actions).flat());
    expect(new Set(touched)).toEqual(new Set(['+audit_entry']));
  });

  it('a writing route is on the record', () => {
    const silent = DESK_ROUTES.filter(
      ({ route, actions }) =>
        route.startsWith('POST ') &&
        (Object.keys(actions).length === 0 ||
          !Object.values(actions).every((touched) => touched.includes('+audit_entry'))),
    );
    expect(silent).toEqual([]);
  });

  it('the terms of new orders are agreed on by two, and by nothing else of the desk', () => {
    const setting = DESK_ROUTES.flatMap(({ route, actions }) =>
      Object.entries(actions)
        .filter(([, touched]) => touched.some((place) => PRODUCT_TERMS.includes(place)))
        .map(([action]) => `${route} ${action}`),
    );
    expect(setting).toEqual(['POST ops/api/proposals/:id/approve proposal.approve']);
  });

  // What is open is judged by them, so nobody sets them at once: a worker does, a week after two have agreed.
  it('a maintenance table is announced by two, stopped by one, and set by no route', () => {
    const touching = DESK_ROUTES.flatMap(({ route, actions }) =>
      Object.entries(actions).flatMap(([action, touched]) =>
        touched.filter((place) => /maintenance_/.test(place)).map((place) => `${route} ${action}: ${place}`),
      ),
    );
    expect(touching).toEqual([
      'POST ops/api/proposals/:id/approve proposal.approve: +maintenance_change',
      'POST ops/api/announced/:id/stop announced-act.stop: maintenance_change.ended',
      'POST ops/api/announced/:id/stop announced-act.stop: maintenance_change.told',
      'POST ops/api/announced/:id/stop announced-act.stop: maintenance_change.last_user',
    ]);
  });

  // An appeal gives the coins of an order between users to one of the two who dealt, and touches nothing else of it.
  it('no route of it touches a price, a candle, a tape, a product beyond its terms, an order, a position or a settlement', () => {
    const touched = DESK_ROUTES.flatMap(({ actions }) => Object.values(actions).flat());
    const ofNewCoins = touched.filter((place) => NEW_COINS.test(place));
    const others = touched.filter((place) => !NEW_COINS.test(place) && !PRODUCT_TERMS.includes(place));
    const tables = [...new Set(others.map((place) => place.replace(/^[+-]/, '').split('.')[0] ?? ''))].sort();
    expect(tables).toEqual([
      'account_bank',
      'account_notice',
      'account_security_event',
      'account_session',
      'account_session_cut',
      'audit_entry',
      'books_quarantine',
      'books_suspect',
      'coin_network',
      'complaint',
      'complaint_entry',
      'country_rule',
      'deposit',
      'deposit_bank',
      'deposit_key',
      'deposit_pool',
      'exchange_rate',
      'help_chat',
      'help_hand_over',
      'help_hours',
      'help_line',
      'help_template',
      'idempotent_command',
      'ieo_project',
      'ieo_seed',
      'ledger_account',
      'ledger_hold',
      'ledger_journal',
      'ledger_posting',
      // that another table is announced, or does not come
      'maintenance_change',
      'market',
      'market_halt',
      'news_article',
      'news_image',
      'news_text',
      'news_version',
      'notice_outgoing',
      'operator',
      'operator_announced_act',
      'operator_change',
      'operator_claim',
      'operator_notice',
      'operator_passkey',
      'operator_proposal',
      'operator_session',
      'otc_advert',
      'otc_coin',
      'otc_merchant',
      'otc_order',
      'otc_step',
      'outbox',
      'outbox_stream',
      'referral_partner_terms',
      'referral_terms',
      'referral_version',
      'room_line',
      'service_incident',
      'service_incident_update',
      'service_link',
      'trading_mode',
      'trading_mode_change',
      'upload',
      'verification_case',
      'verification_history',
      'verification_photo',
      'wallet_act',
      'wallet_adjustment',
      'withdrawal',
    ]);
    expect([...new Set(others.filter((place) => /^[+-]?market\b/.test(place)))]).toEqual(['market.halted_reason']);
    // Rows that there were not before, and whether an offer was launched or cancelled: nothing of any other coin or order.
    expect([...new Set(ofNewCoins)].sort()).toEqual([
      '+currency',
      '+market',
      '+market_constituent',
      '+spot_product',
      '+subscription_offer',
      '+subscription_quota',
      '+wallet_currency',
      'subscription_offer.cancel_reason',
      'subscription_offer.cancelled_at',
      'subscription_offer.coin_currency_id',
      'subscription_offer.launched_at',
      'subscription_offer.market_id',
      'subscription_offer.status',
    ]);
  });
});
