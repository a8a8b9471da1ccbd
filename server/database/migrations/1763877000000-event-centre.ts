import { ForwardMigration } from './forward-migration.js';

/** What users are told of their own events: how far each one's stream was read for it, and how far the user has read. */
export class EventCentre1763877000000 extends ForwardMigration {
  protected readonly statements = [
    // The row is locked while its user's events are read and told, so that each is told once.
    `create table event_notice_place (
       user_id bigint primary key references account_user (id),
       sequence bigint not null check (sequence >= 0)
     ) with (fillfactor = 70)`,
    // Nobody is told of what happened before there was an event centre.
    'insert into event_notice_place (user_id, sequence) select user_id, sequence from outbox_stream',
    `create table notice_read_place (
       user_id bigint primary key references account_user (id),
       notice_id bigint not null check (notice_id >= 0)
     )`,
    `insert into notice_read_place (user_id, notice_id)
     select user_id, max(id) from account_notice group by user_id`,
  ];
}
