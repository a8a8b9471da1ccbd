import { ForwardMigration } from './forward-migration.js';

/**
 * Events are kept by days, and whole days go (decision 121). The table of before becomes the part of all days before, as it is. Days are
 * made by `outbox_day_make`; an event of a day that nobody has made is kept beside them, and moved when it is made.
 */
export class EventsByDay1763890700002 extends ForwardMigration {
  protected readonly statements = [
    'alter table outbox rename to outbox_before',
    'drop trigger outbox_keep on outbox_before',
    // Without a key of its own: a number is given once, under the lock of its stream, and each part has the key that readers search by.
    `create table outbox (
       user_id bigint not null,
       sequence event_sequence not null,
       kind event_kind not null,
       payload event_payload not null,
       at timestamptz not null,
       trace text default nullif(current_setting('trading.trace', true), ''),
       -- by which it is kept, in UTC
       day date not null default (now() at time zone 'UTC')::date,
       -- the day of the event before it, so that it shows whether that one was dropped or is missing
       follows_day date not null default '-infinity'
     ) partition by range (day)`,
    'create trigger outbox_keep before update on outbox for each row execute function outbox_keep()',
    `alter table outbox attach partition outbox_before for values from (minvalue) to ('0001-01-01')`,
    'alter table outbox_before drop constraint outbox_before_day',
    `create table outbox_other partition of outbox (primary key (user_id, sequence)) default`,
    // How long what grows is kept, by its name. Changed by the owner of the tables.
    `create table retention_rule (
       name text primary key check (name in ('outbox', 'account_session')),
       days integer not null check (days between 1 and 3660)
     )`,
    `insert into retention_rule (name, days) values ('outbox', 3), ('account_session', 400)`,
    `do $$
       begin
         if exists (select from pg_roles where rolname = 'gateway_app') then
           revoke all on outbox_before, outbox_other from gateway_app;
           revoke insert, update, delete on retention_rule from gateway_app;
         end if;
       end $$`,
  ];
}
