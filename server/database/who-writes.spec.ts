import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../test/database.js';
import { createDataSource } from './data-source.js';

/**
 * All that the user of a gateway may write by a statement of its own, and why: a table that is granted without being here
 * fails, as does one that is here in vain. What decides money and is not here is written by stored functions with the
 * owner's rights, which work it out or check it (decision 145).
 */
const GATEWAYS: Record<string, Record<string, string>> = {
  'the account of a user: what they log in by, prove themselves with, prefer and were told': {
    account_api_key: 'insert update delete',
    account_bank: 'insert update delete',
    account_bank_card: 'insert update',
    account_code: 'insert update delete',
    account_device: 'insert update delete',
    account_fund_password: 'insert update delete',
    account_limit: 'insert update delete',
    account_notice: 'insert update delete',
    account_passkey: 'insert update delete',
    account_passkey_challenge: 'insert update delete',
    account_preference: 'insert update delete',
    account_recovery_code: 'insert update delete',
    account_security_event: 'insert',
    account_session: 'insert update delete',
    account_session_cut: 'insert update delete',
    account_totp: 'insert update delete',
    account_user: 'insert update delete',
    account_wallet_key: 'insert update delete',
    account_wallet_nonce: 'insert update delete',
    complaint: 'insert update delete',
    complaint_entry: 'insert update delete',
    data_export: 'insert update delete',
    data_export_part: 'insert update delete',
    event_notice_place: 'insert update delete',
    favourite_market: 'insert update delete',
    futures_preference: 'insert update delete',
    help_chat: 'insert update delete',
    help_hand_over: 'insert update delete',
    help_hours: 'insert update delete',
    help_line: 'insert update delete',
    help_template: 'insert update delete',
    news_read: 'insert update delete',
    notice_delivery: 'insert update delete',
    notice_outgoing: 'insert update delete',
    notice_read_place: 'insert update delete',
    notification_setting: 'insert update delete',
    price_alert: 'insert update delete',
    price_alert_firing: 'insert update delete',
    price_alert_place: 'insert update delete',
    price_alert_turn: 'insert update delete',
    push_subscription: 'insert update delete',
    retained_record_part: 'insert',
    room_line: 'insert update delete',
    upload: 'insert update delete',
    upload_view: 'insert update delete',
    verification_case: 'insert update',
    verification_history: 'insert',
    verification_photo: 'insert update delete',
  },
  'the desk: what operators propose, decide and write; two of them agree on what touches money': {
    audit_entry: 'insert',
    audit_seal: 'insert',
    // What two operators let stand is written once; only its end is added.
    books_quarantine: 'insert update(lift_reason lifted_at lifted_by)',
    coin_network: 'insert update',
    currency: 'insert',
    exchange_rate: 'insert',
    // Terms alone, as two agreed on them.
    futures_product: 'update(enabled leverages leverages_before open_lots_max)',
    maintenance_change: 'insert update',
    maintenance_tier: 'insert delete',
    // Not where its index comes from, nor the rate that its mark goes by.
    market: 'insert update(halted_reason lots_max perpetual_fee_percent)',
    market_constituent: 'insert',
    news_article: 'insert update delete',
    news_image: 'insert update delete',
    news_text: 'insert update delete',
    news_version: 'insert update delete',
    operator: 'insert update',
    operator_announced_act: 'insert update',
    operator_change: 'insert',
    operator_claim: 'insert update delete',
    operator_notice: 'insert update delete',
    operator_passkey: 'insert update delete',
    operator_passkey_challenge: 'insert update delete',
    // Undecided; another status is nothing that it begins with.
    operator_proposal: 'insert update',
    operator_session: 'insert update delete',
    option_term: 'insert update(enabled even_payout_ratio fee_ratio maximum minimum payout_ratio updated_at)',
    otc_coin: 'insert update',
    referral_terms: 'insert update',
    service_incident: 'insert update delete',
    service_incident_update: 'insert update delete',
    service_link: 'insert update delete',
    service_pulse: 'insert update delete',
    service_span: 'insert update delete',
    spot_product: 'insert update(enabled fee_ratio maximum_amount minimum_amount)',
    subscription_offer: 'insert update',
    subscription_quota: 'insert',
    trading_mode: 'update',
    trading_mode_change: 'insert',
    trust_product: 'insert update(daily_ratio enabled maximum minimum quota)',
    wallet_currency: 'insert',
  },
  "what users ask for by themselves, whose money moves by the ledger's functions alone": {
    demo_account: 'insert update',
    demo_grant: 'insert',
    // Not what its chain says: workers look there.
    deposit:
      'insert update(amount credit_proposed_by credited_by remark settled_tx status updated_at version word_waits_until)',
    deposit_address: 'insert',
    deposit_bank: 'insert update',
    deposit_key: 'insert update',
    deposit_pool: 'insert update',
    idempotent_command: 'insert update delete',
    otc_advert: 'insert update',
    otc_merchant: 'insert update',
    otc_order: 'insert update',
    otc_payment: 'insert update',
    otc_step: 'insert',
    trust_redemption_quote: 'insert update delete',
    wallet_act: 'insert',
    wallet_adjustment: 'insert update',
    withdrawal: 'insert update',
    withdrawal_account: 'insert update delete',
    withdrawal_address: 'insert update',
  },
  'events and messages, in the transaction of what they tell of': {
    outbox: 'insert',
    outbox_stream: 'insert update',
    outgoing_message: 'insert update delete',
    referral_version: 'insert update delete',
  },
  'figures and places of work; nothing is paid by them': {
    candle: 'insert update delete',
    // So that it may hold the row while a bar is written under the number that feeds.
    feed_lease: 'update(holder)',
    ledger_seal: 'insert',
    losing_accounts: 'insert update delete',
    profit_day: 'insert update delete',
    profit_flow: 'insert update delete',
    profit_place: 'insert update delete',
    profit_price: 'insert update delete',
    spot_match: 'insert update',
    taken_depth: 'delete',
    trade_result_day: 'insert update delete',
    trade_result_place: 'insert update delete',
    trade_result_waiting: 'delete',
    trade_result_year: 'insert update delete',
    verification_fold_place: 'insert update delete',
  },
};

/** The same of workers, beside what gateways may. */
const WORKERS: Record<string, string> = {
  // How far the books were checked, and in which slices something was found: a gateway looks at them and checks nothing.
  books_chain: 'insert update',
  books_place: 'insert update delete',
  books_progress: 'update',
  books_suspect: 'insert update delete',
  // What a chain says of a claim; a credit without its word counts against caps.
  deposit: 'update(chain_verdict confirmations looked_at)',
  // Premiums are seen in the memory of a worker; what a rate makes of them is worked out in the database.
  funding_premium: 'insert',
  // That everybody was charged; C12 finds who was not.
  funding_rate: 'update(settled_at)',
  // So that it may hold the row while it matches.
  spot_order: 'update(fee_ratio)',
  // What an hour of the tape was sealed with; anybody may work it out again.
  tape_root: 'insert',
};

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
}, 60_000);

afterAll(async () => {
  await source.destroy();
  await database.drop();
});

/** What a role may do to each table, by its own rights; of an update of some columns alone these. */
async function writtenBy(role: string): Promise<Record<string, string>> {
  const rows: { name: string; verbs: string }[] = await source.query(
    `with granted as (
       select c.oid, c.relname::text as name, verb.place, lower(verb.name) as verb,
              has_table_privilege($1, c.oid, verb.name) as whole, columns.names
         from pg_class c
        cross join (values (1, 'INSERT'), (2, 'UPDATE'), (3, 'DELETE'), (4, 'TRUNCATE'), (5, 'TRIGGER')) as verb (place, name)
         left join lateral (
           select string_agg(a.attname, ' ' order by a.attname) as names from pg_attribute a
            where verb.name in ('INSERT', 'UPDATE') and a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
              and has_column_privilege($1, c.oid, a.attnum, verb.name)) columns on true
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition)
     select name, string_agg(case when whole or verb = 'insert' then verb else format('%s(%s)', verb, names) end,
              ' ' order by place) as verbs
       from granted where whole or names is not null group by name order by name`,
    [role],
  );
  return Object.fromEntries(rows.map(({ name, verbs }) => [name, verbs]));
}

it('a gateway writes what is here by itself, and nothing else', async () => {
  const listed = Object.values(GATEWAYS).flatMap((tables) => Object.entries(tables));
  expect(await writtenBy('gateway_app')).toEqual(Object.fromEntries(listed));
});

it('a worker writes what is here beside it', async () => {
  expect(await writtenBy('gateway_worker')).toEqual(WORKERS);
});

it('who looks from outside writes nothing', async () => {
  expect(await writtenBy('gateway_verifier')).toEqual({});
});
