import { ForwardMigration, writtenOnce } from './forward-migration.js';

/** What only a person has, by the column that names the user: a sub-account is refused there, whoever writes (decision 117). */
const OF_PEOPLE: Readonly<Record<string, string>> = {
  account_session: 'user_id',
  account_totp: 'user_id',
  account_recovery_code: 'user_id',
  account_passkey: 'user_id',
  account_wallet_key: 'user_id',
  account_fund_password: 'user_id',
  account_bank_card: 'user_id',
  account_erasure: 'user_id',
  verification_case: 'user_id',
  country_claim: 'user_id',
  own_limit_account: 'user_id',
  data_export: 'user_id',
  push_subscription: 'user_id',
  help_chat: 'user_id',
  complaint: 'user_id',
  upload: 'user_id',
  deposit: 'user_id',
  deposit_address: 'user_id',
  withdrawal: 'user_id',
  withdrawal_account: 'user_id',
  withdrawal_address: 'user_id',
  wallet_transfer: 'user_id',
  wallet_adjustment: 'user_id',
  demo_account: 'user_id',
  demo_grant: 'user_id',
  trust_order: 'user_id',
  subscription_order: 'user_id',
  ieo_application: 'user_id',
  otc_merchant: 'user_id',
  otc_payment: 'user_id',
  otc_advert: 'merchant_id',
  otc_order: 'taker_id',
  referral_profile: 'user_id',
  referral_partner_terms: 'user_id',
};

/** Accounts beside a main one, of the same person, which only its keys open (decision 117). */
export class SubAccounts1763890500000 extends ForwardMigration {
  protected readonly statements = [
    // Who has no code has nothing else to log in by, or to be found by: an account that only its keys open.
    `alter table account_user
       alter column extension_code drop not null,
       add constraint account_user_reached check (extension_code is not null or num_nonnulls(username, email, phone,
         password_hash, anti_phishing_word, invited_by, agreed_at, email_bound_at, phone_bound_at) = 0) not valid`,
    `create table sub_account (
       id bigint generated always as identity primary key,
       user_id bigint not null unique references account_user (id),
       main_id bigint not null references account_user (id),
       label text not null check (length(label) between 1 and 32),
       label_key text not null,
       created_at timestamptz not null,
       -- by the main account; what the desk does is disabled_at of the user
       frozen_at timestamptz,
       check (main_id < user_id),
       unique (main_id, label_key)
     )`,
    `create trigger sub_account_guard before insert or update or delete on sub_account
       for each row execute function sub_account_guard()`,
    ...Object.entries(OF_PEOPLE).map(
      ([table, column]) =>
        `create trigger ${table}_of_person before insert on ${table}
           for each row execute function sub_account_refuse('${column}')`,
    ),
    `create table sub_account_transfer (
       id bigint generated always as identity primary key,
       main_id bigint not null references account_user (id),
       from_user_id bigint not null references account_user (id),
       to_user_id bigint not null references account_user (id),
       from_account text collate "C" not null check (from_account in ('spot', 'option', 'contract')),
       to_account text collate "C" not null check (to_account in ('spot', 'option', 'contract')),
       currency_id integer not null references currency (id),
       amount numeric(38,18) not null check (amount > 0 and amount <> 'NaN'),
       at timestamptz not null,
       check (from_user_id <> to_user_id)
     )`,
    'create index sub_account_transfer_main on sub_account_transfer (main_id, id desc)',
    ...writtenOnce('sub_account_transfer', 'wallet_keep'),
    `do $$
       begin
         if exists (select from pg_roles where rolname = 'gateway_app') then
           revoke insert, update, delete, truncate on sub_account, sub_account_transfer from gateway_app;
         end if;
       end $$`,
  ];
}
