import { ForwardMigration } from './forward-migration.js';

/** Files of all that is kept about an account, which users ask for themselves (decision 103). */
export class DataExports1763890120000 extends ForwardMigration {
  protected readonly statements = [
    `create table data_export (
       id bigint generated always as identity primary key,
       user_id bigint not null references account_user (id),
       state text not null check (state in ('waiting', 'written', 'ready', 'failed', 'gone')),
       -- how often it was begun and came to nothing
       tries smallint not null default 0 check (tries >= 0),
       asked_at timestamptz not null,
       bytes bigint not null default 0 check (bytes >= 0),
       ready_at timestamptz,
       -- until then its owner can have it
       expires_at timestamptz,
       constraint data_export_ready check ((state in ('ready', 'gone')) = (ready_at is not null)),
       constraint data_export_expires check ((ready_at is null) = (expires_at is null) and expires_at > ready_at)
     )`,
    // One at a time of each user, whoever asks for it at the same moment.
    `create unique index data_export_pending on data_export (user_id) where state in ('waiting', 'written')`,
    `create index data_export_work on data_export (id) where state in ('waiting', 'written')`,
    `create index data_export_expiry on data_export (expires_at) where state = 'ready'`,
    'create index data_export_user on data_export (user_id, id desc)',
    // Sealed, each part for its place.
    `create table data_export_part (
       export_id bigint not null references data_export (id),
       number integer not null check (number > 0),
       sealed bytea not null,
       primary key (export_id, number)
     )`,
  ];
}
