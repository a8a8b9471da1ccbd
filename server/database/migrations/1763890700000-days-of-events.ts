import { ForwardMigration } from './forward-migration.js';

/**
 * Events know the day that they are kept by (decision 121). What there was before has none: a constant, which is written into no row, so
 * that the table is not written anew. The version before writes that same constant until events are divided.
 */
export class DaysOfEvents1763890700000 extends ForwardMigration {
  protected readonly statements = [
    // The day of a user's last event; days of a stream never go back, whatever clock an event is told by.
    `alter table outbox_stream add column day date not null default '-infinity'`,
    // Days that were dropped are all before this one.
    `alter table outbox_history add column kept_from date not null default '-infinity'`,
    `alter table outbox
       add column day date not null default '-infinity',
       add column follows_day date not null default '-infinity',
       add constraint outbox_before_day check (day < '0001-01-01') not valid`,
  ];
}
