import { ForwardMigration, always, writtenOnce } from './forward-migration.js';

/** What operators did and looked at. Written once, whoever writes; the application's role may only add. */
export class Audit1763651000001 extends ForwardMigration {
  protected readonly statements = [
    `create table audit_entry (
       id bigint generated always as identity primary key,
       at timestamptz not null,
       -- null: the command line, or the product itself
       operator_id bigint,
       -- as it was then
       operator text not null,
       session_id bigint,
       action text not null check (action ~ '^[a-z][a-z0-9-]*(\\.[a-z][a-z0-9-]*)+$'),
       subject text not null check (length(subject) between 1 and 40),
       subject_id text check (length(subject_id) <= 64),
       -- whose file it is about
       user_id bigint,
       detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
       address text not null,
       request text not null
     )`,
    'create index audit_entry_operator on audit_entry (operator_id, id desc)',
    'create index audit_entry_subject on audit_entry (subject, subject_id, id desc)',
    'create index audit_entry_user on audit_entry (user_id, id desc) where user_id is not null',
    `create table audit_seal (
       id bigint primary key,
       first_entry bigint not null,
       last_entry bigint not null check (last_entry >= first_entry),
       previous_hash bytea not null check (length(previous_hash) = 32),
       hash bytea not null check (length(hash) = 32),
       sealed_at timestamptz not null
     )`,
    ...['audit_entry', 'audit_seal'].flatMap((table) => [
      ...writtenOnce(table, 'wallet_keep'),
      ...always(table, [`${table}_keep`, `${table}_keep_all`]),
    ]),
    `do $$
       begin
         if exists (select from pg_roles where rolname = 'gateway_app') then
           revoke all on audit_entry, audit_seal from gateway_app;
           grant select, insert on audit_entry, audit_seal to gateway_app;
         end if;
       end $$`,
  ];
}
