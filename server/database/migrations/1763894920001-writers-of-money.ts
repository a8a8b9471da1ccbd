import { ForwardMigration } from './forward-migration.js';

/** Tables that stored functions with the owner's rights write, or migrations, and nobody else. */
const BY_FUNCTIONS = [
  'funding_charge',
  'funding_due',
  'funding_premium',
  'funding_rate',
  'futures_closed_part',
  'futures_closing_amendment',
  'futures_open_lots',
  'futures_position',
  'futures_position_step',
  'futures_trigger',
  'liquidation_report',
  'margin_level',
  'migrations',
  'option_currency',
  'option_entry',
  'option_exposure',
  'option_settlement',
  'outbox_history',
  'referral_batch',
  'referral_day',
  'referral_gathering',
  'referral_income',
  'referral_partner_terms',
  'referral_profile',
  'referral_rebate',
  'referral_self',
  'session_calendar',
  'spot_exit',
  'spot_fill',
  'spot_order',
  'spot_order_amendment',
  'spot_stop',
  'spot_stop_amendment',
  'spot_stop_place',
  'subscription_order',
  'subscription_share',
  'trust_accrual',
  'trust_accrual_batch',
  'trust_order',
  'trust_quota',
  'wallet_transfer',
];
/** What is written once, and what is never taken out: whoever serves adds to it at most. */
const ADDED_TO = [
  'currency',
  'demo_grant',
  'deposit_address',
  'exchange_rate',
  'market_constituent',
  'market_halt',
  'otc_step',
  'outbox',
  'subscription_quota',
  'verification_history',
  'wallet_act',
  'wallet_currency',
];
/** What changes and stays. */
const NEVER_DELETED = [
  'account_bank_card',
  'coin_network',
  'demo_account',
  'deposit',
  'deposit_bank',
  'deposit_key',
  'deposit_pool',
  'futures_product',
  'maintenance_change',
  'market',
  'operator',
  'operator_announced_act',
  'operator_proposal',
  'option_term',
  'otc_advert',
  'otc_coin',
  'otc_merchant',
  'otc_order',
  'otc_payment',
  'outbox_stream',
  'referral_terms',
  'spot_match',
  'spot_product',
  'subscription_offer',
  'trust_product',
  'verification_case',
  'wallet_adjustment',
  'withdrawal',
  'withdrawal_address',
];

/** Who may write what decides money (decision 145): gateways what is theirs, workers what is theirs alone, functions the rest. */
export class WritersOfMoney1763894920001 extends ForwardMigration {
  protected readonly statements = [
    where(
      'gateway_app',
      `revoke insert, update, delete, truncate on ${BY_FUNCTIONS.join(', ')} from gateway_app;
       revoke update, delete, truncate on ${ADDED_TO.join(', ')} from gateway_app;
       revoke delete, truncate on ${NEVER_DELETED.join(', ')} from gateway_app;
       revoke insert on tape_root from gateway_app;
       revoke insert, update on taken_depth, trade_result_waiting from gateway_app;
       revoke update on maintenance_tier from gateway_app;
       -- What the desk changes of a market; not where its index comes from, nor the rate that its mark goes by.
       revoke update on market from gateway_app;
       grant update (halted_reason, lots_max, perpetual_fee_percent) on market to gateway_app;`,
    ),
    where(
      'gateway_worker',
      `grant insert, delete on funding_premium to gateway_worker;
       grant update (settled_at) on funding_rate to gateway_worker;
       grant insert on tape_root to gateway_worker;
       -- So that it may hold the row with "for no key update" while it matches: the column itself is kept by a trigger.
       grant update (fee_ratio) on spot_order to gateway_worker;`,
    ),
  ];
}

/** Statements for a role, which is missing where the migrating user may make none. */
function where(role: string, statements: string): string {
  return `do $$ begin if exists (select from pg_roles where rolname = '${role}') then ${statements} end if; end $$`;
}
