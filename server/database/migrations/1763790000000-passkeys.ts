import { ForwardMigration } from './forward-migration.js';

/** Passkeys of users, what they were asked to sign, and sessions that one opened. */
export class Passkeys1763790000000 extends ForwardMigration {
  protected readonly statements = [
    `create table account_passkey (
       id bigint generated always as identity primary key,
       user_id bigint not null references account_user (id),
       credential_id text not null unique check (length(credential_id) between 1 and 1364),
       public_key bytea not null,
       counter bigint not null check (counter >= 0),
       transports text[] not null,
       name text not null check (length(name) between 1 and 60),
       can_be_backed_up boolean not null,
       is_backed_up boolean not null,
       created_at timestamptz not null,
       last_used_at timestamptz
     )`,
    'create index account_passkey_user on account_passkey (user_id, id)',
    // A login may be asked for one account: what names none that exists is then opened by no passkey at all.
    `create table account_passkey_challenge (
       challenge text primary key,
       purpose text not null check (purpose in ('login', 'registration', 'proof')),
       is_named boolean not null,
       user_id bigint references account_user (id),
       session_id bigint references account_session (id),
       confirms text,
       created_at timestamptz not null,
       expires_at timestamptz not null,
       used_at timestamptz,
       check (purpose = 'login' or user_id is not null),
       check ((purpose = 'proof') = (confirms is not null)),
       check ((purpose = 'registration') = (session_id is not null))
     )`,
    'create index account_passkey_challenge_expires on account_passkey_challenge (expires_at)',
    `alter table account_session drop constraint account_session_method_check,
       add constraint account_session_method_check check (method in ('password', 'wallet', 'passkey'))`,
  ];
}
