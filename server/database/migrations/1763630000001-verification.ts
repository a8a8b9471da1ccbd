import { ForwardMigration } from './forward-migration.js';

/** Photos that users hand in, who looked at them, and what the reviewers decided about the users' identity. */
export class Verification1763630000001 extends ForwardMigration {
  protected readonly statements = [
    // "stored": there may be a file under the id. It stays true until the file is known to be removed.
    `create table upload (
       id text primary key check (id ~ '^[0-9a-f]{32}$'),
       user_id bigint not null references account_user (id),
       purpose text check (purpose in ('verification', 'deposit')),
       state text not null check (state in
         ('processing', 'waiting', 'used', 'refused', 'expired', 'discarded', 'retired')),
       bytes integer not null check (bytes >= 0),
       stored boolean not null,
       used_for text check (length(used_for) <= 100),
       created_at timestamptz not null,
       used_at timestamptz,
       -- what the photo was handed in for is decided
       closed_at timestamptz,
       removed_at timestamptz,
       constraint upload_used check ((state in ('used', 'discarded', 'retired')) = (used_at is not null)),
       constraint upload_check1 check (used_at is null or (purpose is not null and used_for is not null)),
       constraint upload_check check (closed_at is null or used_at is not null),
       -- retired: it was kept for long enough after the decision
       constraint upload_check2 check (state <> 'retired' or closed_at is not null),
       constraint upload_check3 check (removed_at is null or not stored)
     )`,
    `create index upload_closed on upload (closed_at) where state = 'used'`,
    'create index upload_user on upload (user_id, created_at)',
    `create index upload_to_remove on upload (created_at) where stored and state <> 'used'`,
    `create table upload_view (
       id bigint generated always as identity primary key,
       upload_id text not null references upload (id),
       owner_id bigint not null references account_user (id),
       operator_id text check (length(operator_id) between 1 and 40),
       at timestamptz not null,
       act text not null default 'look' check (act in ('look', 'removed'))
     )`,
    'create index upload_view_owner on upload_view (owner_id, id desc)',
    `create trigger upload_view_keep before update or delete on upload_view
       for each row execute function verification_log_keep()`,
    // The number of an ID is kept sealed; its digest tells only whether two are the same.
    `create table verification_case (
       id bigint generated always as identity primary key,
       user_id bigint not null references account_user (id),
       level text not null check (level in ('basic', 'advanced')),
       status text not null check (status in ('under-review', 'verified', 'rejected')),
       version integer not null check (version > 0),
       country text check (country ~ '^[A-Z]{2}$'),
       name text check (length(name) between 1 and 200),
       id_kind text check (id_kind in ('id-card', 'passport', 'driving-licence', 'ssn')),
       id_number_sealed bytea,
       id_number_digest bytea check (length(id_number_digest) = 32),
       address text check (length(address) between 1 and 500),
       reason text check (length(reason) between 1 and 500),
       submitted_at timestamptz not null,
       decided_at timestamptz,
       claimed_by text check (length(claimed_by) between 1 and 40),
       claimed_until timestamptz,
       unique (user_id, level),
       check ((status = 'under-review') = (decided_at is null)),
       check ((status = 'rejected') = (reason is not null)),
       check ((claimed_by is null) = (claimed_until is null)),
       check (status = 'under-review' or claimed_by is null),
       check (num_nonnulls(country, name, id_kind, id_number_sealed, id_number_digest, address)
         = case level when 'basic' then 6 else 0 end)
     )`,
    `create unique index verification_case_one_person on verification_case (id_number_digest)
       where status = 'verified'`,
    'create index verification_case_digest on verification_case (id_number_digest)',
    `create index verification_case_queue on verification_case (submitted_at, id) where status = 'under-review'`,
    `create table verification_photo (
       case_id bigint not null references verification_case (id),
       kind text not null check (kind in ('front', 'back', 'hand')),
       upload_id text not null unique references upload (id),
       status text not null check (status in ('under-review', 'accepted', 'rejected')),
       reason text check (length(reason) between 1 and 500),
       primary key (case_id, kind),
       check ((status = 'rejected') = (reason is not null))
     )`,
    `create table verification_history (
       case_id bigint not null references verification_case (id),
       version integer not null,
       status text not null check (status in ('under-review', 'verified', 'rejected')),
       operator_id text,
       reason text,
       photo_reasons jsonb not null default '{}' check (jsonb_typeof(photo_reasons) = 'object'),
       at timestamptz not null,
       primary key (case_id, version)
     )`,
    `create trigger verification_history_keep before update or delete on verification_history
       for each row execute function verification_log_keep()`,
    /** The only ways that a case may go; whoever decides, whatever code runs. */
    `create trigger verification_case_edges before insert or update on verification_case
       for each row execute function verification_case_edges()`,
  ];
}
