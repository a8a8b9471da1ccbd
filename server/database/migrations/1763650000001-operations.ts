import { ForwardMigration } from './forward-migration.js';

/** The desk: its people and their sessions, who works on which case, and what waits for a second person. */
export class Operations1763650000001 extends ForwardMigration {
  protected readonly statements = [
    `create table operator (
       id bigint generated always as identity primary key,
       login text not null unique check (login ~ '^[a-z][a-z0-9.-]{2,31}$'),
       password_hash text not null,
       -- the password was handed over, and is good for one login before this instant; null: it is the operator's own
       one_time_until timestamptz,
       -- the authenticator's secret, sealed
       totp_secret bytea not null,
       totp_last_step bigint not null default 0,
       roles text[] not null check (cardinality(roles) between 1 and 6
         and roles <@ array['reviewer', 'treasurer', 'support', 'settings', 'auditor', 'administrator']),
       disabled_at timestamptz,
       created_at timestamptz not null,
       last_login_at timestamptz
     )`,
    `create trigger operator_keep before delete or update of id, login, created_at on operator
       for each row execute function wallet_keep()`,
    `create table operator_session (
       id bigint generated always as identity primary key,
       operator_id bigint not null references operator (id),
       token_hash bytea not null unique check (length(token_hash) = 32),
       ip text not null,
       user_agent text not null,
       created_at timestamptz not null,
       last_used_at timestamptz not null,
       expires_at timestamptz not null,
       ended_at timestamptz
     )`,
    'create index operator_session_live on operator_session (operator_id) where ended_at is null',
    // One case is one operator's: the key lets nobody else in. Verifications keep theirs in their own row.
    `create table operator_claim (
       kind text not null check (kind in ('deposit', 'withdrawal')),
       subject_id bigint not null,
       operator_id bigint not null references operator (id),
       claimed_at timestamptz not null,
       held_until timestamptz not null check (held_until > claimed_at),
       primary key (kind, subject_id)
     )`,
    `create table operator_proposal (
       id bigint generated always as identity primary key,
       kind text not null check (kind in
         ('adjustment', 'deposit', 'withdrawal', 'deposit-key', 'deposit-pool', 'deposit-bank', 'network-limit',
          'insurance')),
       subject_id bigint,
       user_id bigint references account_user (id),
       detail jsonb not null check (jsonb_typeof(detail) = 'object'),
       reason text not null check (length(reason) <= 500),
       status text not null default 'open' check (status in ('open', 'approved', 'rejected')),
       proposed_by bigint not null references operator (id),
       proposed_at timestamptz not null,
       decided_by bigint references operator (id),
       decided_at timestamptz,
       check ((status = 'open') = (decided_by is null) and (status = 'open') = (decided_at is null)),
       -- the second person is another person, whatever code runs
       constraint operator_proposal_second_person check (status <> 'approved' or decided_by <> proposed_by)
     )`,
    `create unique index operator_proposal_open on operator_proposal (kind, subject_id)
       where status = 'open' and subject_id is not null and kind <> 'deposit-pool'`,
    'create index operator_proposal_status on operator_proposal (status, id)',
    `create trigger operator_proposal_keep before update or delete on operator_proposal
       for each row execute function operator_proposal_keep()`,
    // A notice to every user that there was when it was published; the worker delivers it in batches, in order of number.
    `create table operator_notice (
       id bigint generated always as identity primary key,
       texts jsonb not null check (jsonb_typeof(texts) = 'array'),
       published_by bigint not null references operator (id),
       published_at timestamptz not null,
       up_to_user bigint not null,
       last_user bigint not null default 0,
       delivered integer not null default 0,
       finished_at timestamptz
     )`,
    'create index operator_notice_open on operator_notice (id) where finished_at is null',
  ];
}
