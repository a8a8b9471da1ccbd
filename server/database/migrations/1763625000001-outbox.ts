import { ForwardMigration } from './forward-migration.js';

/** Events of each user, numbered without a gap in the transaction that they tell of. */
export class Outbox1763625000001 extends ForwardMigration {
  protected readonly statements = [
    'create domain event_kind as text check (length(value) between 1 and 64)',
    `create domain event_payload as jsonb check (jsonb_typeof(value) = 'object')`,
    'create domain event_sequence as bigint check (value > 0)',
    // The number of a user's last event. Its row is locked until the transaction ends, so that numbers are given in
    // the order in which transactions commit and a reader never sees a later event before an earlier one.
    `create table outbox_stream (
       user_id bigint primary key references account_user (id),
       sequence event_sequence not null
     ) with (fillfactor = 50)`,
    `create table outbox (
       user_id bigint not null,
       sequence event_sequence not null,
       kind event_kind not null,
       payload event_payload not null,
       at timestamptz not null,
       primary key (user_id, sequence)
     )`,
    'create trigger outbox_keep before update on outbox for each row execute function outbox_keep()',
    // Numbers mean something within one history only. A dump that is loaded into a new database, a new cluster and a
    // recovery to an earlier instant each make another epoch by themselves; whoever puts back a copy of the files must
    // set a new id by hand: update outbox_history set id = gen_random_uuid().
    `create table outbox_history (
       only_row boolean primary key default true check (only_row),
       id uuid not null default gen_random_uuid()
     )`,
    'insert into outbox_history default values',
  ];
}
