import { ForwardMigration } from './forward-migration.js';

/** Users with their ways to log in, sessions, codes, limits on people, and what happened to whom. */
export class Account1763610000001 extends ForwardMigration {
  protected readonly statements = [
    // An inviter is always older than the invited, and neither ever changes: the tree can have no cycle.
    `create table account_user (
       id bigint generated always as identity (start with 100001) primary key,
       username text check (length(username) between 3 and 32),
       username_key text unique,
       email text check (length(email) between 3 and 254 and email = lower(email)),
       email_key text unique,
       phone text unique check (phone ~ '^\\+[1-9][0-9]{5,14}$'),
       password_hash text,
       extension_code text not null unique check (extension_code ~ '^[A-Z0-9]{6,12}$'),
       invited_by bigint references account_user (id) check (invited_by < id),
       language text not null default 'zh' check (length(language) <= 10),
       anti_phishing_word text check (length(anti_phishing_word) <= 32),
       disabled_at timestamptz,
       created_at timestamptz not null,
       agreed_at timestamptz,
       check ((username is null) = (username_key is null)),
       check ((email is null) = (email_key is null))
     )`,
    'create index account_user_invited_by on account_user (invited_by) where invited_by is not null',
    `create trigger account_user_keep_origin before update of id, invited_by, extension_code on account_user
       for each row when (old.id <> new.id or old.invited_by is distinct from new.invited_by
         or old.extension_code <> new.extension_code)
       execute function account_user_keep_origin()`,
    `create table account_session (
       id bigint generated always as identity primary key,
       user_id bigint not null references account_user (id),
       token_hash bytea not null unique check (length(token_hash) = 32),
       method text not null check (method in ('password', 'wallet')),
       device text not null,
       ip text not null,
       user_agent text not null,
       created_at timestamptz not null,
       last_used_at timestamptz not null,
       expires_at timestamptz not null,
       ended_at timestamptz,
       end_reason text check (end_reason in ('logout', 'revoked', 'password', 'replaced', 'disabled', 'wallet'))
     )`,
    'create index account_session_live on account_session (user_id, created_at) where ended_at is null',
    `create table account_code (
       id bigint generated always as identity primary key,
       target text not null,
       purpose text not null,
       code_hash bytea not null,
       tries_left integer not null check (tries_left >= 0),
       created_at timestamptz not null,
       expires_at timestamptz not null,
       used_at timestamptz,
       ended_at timestamptz
     )`,
    `create unique index account_code_live on account_code (target, purpose) where ended_at is null and used_at is null`,
    'create index account_code_created on account_code (created_at)',
    // One row per what is counted and for whom; "taken" holds the instants inside the longest window, so it is short.
    `create table account_limit (
       kind text not null,
       subject text not null,
       taken timestamptz[] not null,
       tries bigint not null,
       granted boolean not null,
       last_at timestamptz not null,
       primary key (kind, subject)
     )`,
    'create index account_limit_last on account_limit (last_at)',
    `create table account_fund_password (
       user_id bigint primary key references account_user (id),
       password_hash text not null,
       wrong integer not null default 0,
       locked_until timestamptz,
       locks timestamptz[] not null default '{}',
       stays_locked boolean not null default false,
       set_at timestamptz not null
     )`,
    `create table account_security_event (
       id bigint generated always as identity primary key,
       user_id bigint not null references account_user (id),
       kind text not null,
       ip text not null,
       device text not null,
       at timestamptz not null
     )`,
    'create index account_security_event_user on account_security_event (user_id, at desc)',
    `create table account_notice (
       id bigint generated always as identity primary key,
       user_id bigint not null references account_user (id),
       kind text not null,
       parameters jsonb not null default '{}',
       at timestamptz not null
     )`,
    'create index account_notice_user on account_notice (user_id, id desc)',
    `create trigger account_security_event_keep before update or delete on account_security_event
       for each row execute function account_history_keep()`,
    `create table account_bank_card (
       id bigint generated always as identity primary key,
       user_id bigint not null unique references account_user (id),
       kind text not null check (kind in ('domestic', 'international')),
       real_name text not null,
       bank_name text not null,
       bank_account text not null,
       bank_branch text not null default '',
       bank_address text not null default '',
       swift_code text not null default '',
       residence_address text not null default '',
       postal_code text not null default '',
       bank_id text not null default '',
       bank_code text not null default '',
       created_at timestamptz not null,
       updated_at timestamptz not null
     )`,
    `create table account_totp (
       user_id bigint primary key references account_user (id),
       secret bytea not null,
       created_at timestamptz not null,
       confirmed_at timestamptz,
       last_step bigint not null default 0
     )`,
    `create table account_recovery_code (
       user_id bigint not null references account_user (id),
       code_hash bytea not null,
       used_at timestamptz,
       primary key (user_id, code_hash)
     )`,
    `create table account_wallet_key (
       chain text not null check (chain in ('ERC', 'TRC')),
       address text not null,
       user_id bigint not null references account_user (id),
       created_at timestamptz not null,
       primary key (chain, address)
     )`,
    'create index account_wallet_key_user on account_wallet_key (user_id)',
    `create table account_wallet_nonce (
       nonce text primary key,
       chain text not null check (chain in ('ERC', 'TRC')),
       address text not null,
       message text not null,
       created_at timestamptz not null,
       expires_at timestamptz not null,
       used_at timestamptz
     )`,
    'create index account_wallet_nonce_expires on account_wallet_nonce (expires_at)',
  ];
}
