import { ForwardMigration } from './forward-migration.js';

/** Passkeys of operators, and what they were asked to sign; an operator may have a passkey and no password at all. */
export class OperatorPasskeys1763850000000 extends ForwardMigration {
  protected readonly statements = [
    `create table operator_passkey (
       id bigint generated always as identity primary key,
       operator_id bigint not null references operator (id),
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
    'create index operator_passkey_operator on operator_passkey (operator_id, id)',
    `create table operator_passkey_challenge (
       challenge text primary key,
       purpose text not null check (purpose in ('login', 'enrolment', 'addition', 'proof')),
       operator_id bigint references operator (id),
       session_id bigint references operator_session (id),
       created_at timestamptz not null,
       expires_at timestamptz not null,
       used_at timestamptz,
       check ((purpose = 'login') = (operator_id is null)),
       check ((purpose in ('addition', 'proof')) = (session_id is not null))
     )`,
    'create index operator_passkey_challenge_expires on operator_passkey_challenge (expires_at)',
    // Who has a passkey needs no password. A password without an authenticator lets nobody in.
    `alter table operator
       alter password_hash drop not null,
       add column invited_by bigint references operator (id),
       add column invited_again_at timestamptz,
       drop constraint operator_second_factor,
       add constraint operator_second_factor
         check (one_time_until is not null or totp_secret is not null or password_hash is null),
       add constraint operator_invited check (one_time_until is null or password_hash is not null)`,
  ];
}
