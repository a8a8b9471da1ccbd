import { ForwardMigration } from './forward-migration.js';

/** Accounts that their users close, and what is kept of them afterwards (decision 114). */
export class AccountErasures1763890300000 extends ForwardMigration {
  protected readonly statements = [
    `create table account_erasure (
       id bigint generated always as identity primary key,
       user_id bigint not null references account_user (id),
       asked_at timestamptz not null,
       -- until then it can be taken back
       due_at timestamptz not null check (due_at > asked_at),
       ended_at timestamptz,
       outcome text check (outcome in ('taken-back', 'stopped', 'erased')),
       -- of one that was stopped: what stood in the way
       obstacles text[] not null default '{}',
       constraint account_erasure_ended check ((outcome is null) = (ended_at is null)),
       constraint account_erasure_stopped check ((outcome is not distinct from 'stopped') = (cardinality(obstacles) > 0))
     )`,
    // One at a time of each user, whoever asks at the same moment; none after the last.
    `create unique index account_erasure_one on account_erasure (user_id) where outcome is null or outcome = 'erased'`,
    'create index account_erasure_due on account_erasure (due_at, id) where outcome is null',
    'create index account_erasure_user on account_erasure (user_id, id desc)',
    // What the law wants kept, in one sealed piece.
    `create table kept_record (
       erasure_id bigint primary key references account_erasure (id),
       user_id bigint not null references account_user (id),
       bytes bigint not null check (bytes > 0),
       keep_until timestamptz not null,
       removed_at timestamptz
     )`,
    'create index kept_record_over on kept_record (keep_until) where removed_at is null',
    `create table kept_record_part (
       erasure_id bigint not null references account_erasure (id),
       number integer not null check (number > 0),
       sealed bytea not null,
       primary key (erasure_id, number)
     )`,
    // Who excluded themselves and erased the account all the same: keyed digests of what they registered with.
    `create table excluded_person (
       digest bytea primary key check (length(digest) = 32),
       until timestamptz not null
     )`,
    'create index excluded_person_until on excluded_person (until)',
    `alter table account_user
       add column erased_at timestamptz,
       add constraint account_user_erased check (erased_at is null or (disabled_at is not null
         and num_nonnulls(username, email, phone, password_hash, anti_phishing_word) = 0)) not valid`,
    // Where an event came from is sealed by its digest from now on, so that it can go one day and the seal still holds.
    `alter table account_security_event
       add column salt bytea,
       add column digest bytea,
       add constraint account_security_event_digest check (digest is null or (salt is null and length(digest) = 32)) not valid`,
    `alter table account_security_event alter column salt set default decode(replace(gen_random_uuid()::text, '-', ''), 'hex')`,
    `alter table verification_case
       add column erased_at timestamptz,
       drop constraint verification_case_person,
       add constraint verification_case_person check (
         num_nonnulls(country, name, id_kind, id_number_sealed, id_number_digest)
           = case when level = 'basic' and erased_at is null then 5 else 0 end
         and ((level = 'basic' and erased_at is null) or address is null)) not valid`,
    `do $$
       begin
         if exists (select from pg_roles where rolname = 'gateway_app') then
           revoke insert, update, delete, truncate on account_erasure, kept_record, excluded_person from gateway_app;
           revoke update, delete, truncate on kept_record_part from gateway_app;
         end if;
       end $$`,
  ];
}
