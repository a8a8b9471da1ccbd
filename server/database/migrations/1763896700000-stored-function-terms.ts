import { ForwardMigration } from './forward-migration.js';

/**
 * Trigger functions by their names, and what the migrations before this one bind them by. `_append_only` refuses every change
 * of what is bound to it, `_refuse_rewrite` the changes that the trigger is narrowed to, `_guard` judges each change itself,
 * `_agreed` demands a proposal that two operators agreed on.
 *
 * `wallet_keep` and `account_history_keep` are not among them: the check of the audit log looks for them by name (X02), that
 * of the version before, too, which may be installed again over these tables.
 */
export const FORMER_TRIGGER_FUNCTIONS: Readonly<Record<string, string>> = {
  account_session_cut_append_only: 'account_session_cut_keep',
  country_rule_append_only: 'country_rule_keep',
  exchange_rate_append_only: 'exchange_rate_keep',
  own_limit_append_only: 'own_limit_keep',
  room_line_append_only: 'room_line_keep',
  tape_append_only: 'tape_keep',
  verification_log_append_only: 'verification_log_keep',
  account_user_refuse_rewrite: 'account_user_keep_origin',
  deposit_bank_refuse_rewrite: 'deposit_bank_keep',
  futures_refuse_rewrite: 'futures_keep',
  ieo_refuse_rewrite: 'ieo_keep',
  ledger_refuse_rewrite: 'ledger_keep',
  option_refuse_rewrite: 'option_keep',
  otc_refuse_rewrite: 'otc_keep',
  outbox_refuse_rewrite: 'outbox_keep',
  referral_refuse_rewrite: 'referral_keep',
  spot_refuse_rewrite: 'spot_keep',
  subscription_refuse_rewrite: 'subscription_keep',
  trust_refuse_rewrite: 'trust_keep',
  books_quarantine_guard: 'books_quarantine_keep',
  deposit_guard: 'deposit_keep_decision',
  ieo_application_guard: 'ieo_application_keep',
  operator_announced_act_guard: 'operator_announced_act_keep',
  operator_proposal_guard: 'operator_proposal_keep',
  own_limit_account_guard: 'own_limit_account_keep',
  withdrawal_guard: 'withdrawal_keep_course',
  news_article_agreed: 'news_article_keep',
  referral_terms_agreed: 'referral_terms_keep',
};

/** Only stored functions call these two: what replaces them comes with its callers, and takes them away where they were installed. */
const REPLACED = ['futures_assert_kept', 'futures_tell'];

/** Triggers are bound to a function, whatever it is called: they stay as they are, and no table is locked. */
export class StoredFunctionTerms1763896700000 extends ForwardMigration {
  protected readonly statements = [
    ...Object.entries(FORMER_TRIGGER_FUNCTIONS).map(([name, former]) => `alter function ${former}() rename to ${name}`),
    // Made by a migration of version 0.1.0, and never installed since: nobody else would take it away.
    ...REPLACED.map(
      (name) =>
        `do $$ begin
           if not exists (select from stored_function where name = '${name}') then
             drop function if exists ${name};
           end if;
         end $$`,
    ),
  ];
}
