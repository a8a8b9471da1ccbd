import { ForwardMigration } from './forward-migration.js';

/** How users are told of notices outside of the app: what each has chosen, the devices, and every message that is to be sent. */
export class Notifications1763888200000 extends ForwardMigration {
  protected readonly statements = [
    `create table notification_setting (
       user_id bigint primary key references account_user (id),
       push text[] not null,
       mail text[] not null,
       -- minutes of the day in the zone
       quiet_from smallint check (quiet_from between 0 and 1439),
       quiet_until smallint check (quiet_until between 0 and 1439),
       zone text not null check (length(zone) between 1 and 60),
       urgent_through boolean not null,
       hide_amounts boolean not null,
       changed_at timestamptz not null,
       constraint notification_setting_quiet
         check ((quiet_from is null) = (quiet_until is null) and quiet_from is distinct from quiet_until
                or quiet_from is null and quiet_until is null)
     )`,
    // A browser's subscription at its push service: of one login.
    `create table push_subscription (
       id bigint generated always as identity primary key,
       user_id bigint not null references account_user (id),
       session_id bigint not null unique references account_session (id) on delete cascade,
       endpoint text not null unique check (length(endpoint) between 1 and 1000),
       p256dh text not null check (length(p256dh) = 87),
       auth text not null check (length(auth) = 22),
       at timestamptz not null
     )`,
    'create index push_subscription_user on push_subscription (user_id, id desc)',
    // Notices of which nobody has decided yet how else they are told. Written with the notice itself, so that none is missed.
    `create table notice_outgoing (
       notice_id bigint primary key references account_notice (id) on delete cascade
     )`,
    `create trigger account_notice_outgoing after insert on account_notice
       for each row when (new.kind <> 'announcement') execute function account_notice_outgoing()`,
    `create table notice_delivery (
       id bigint generated always as identity primary key,
       notice_id bigint not null references account_notice (id) on delete cascade,
       user_id bigint not null references account_user (id),
       -- null: by mail
       subscription_id bigint references push_subscription (id) on delete cascade,
       topic text not null,
       -- how many notices it stands for: more than one only of those that were held in quiet hours
       notices integer not null default 1 check (notices > 0),
       is_held boolean not null,
       tries integer not null default 0,
       -- whoever is at it moves this on, so that it is nobody else's meanwhile
       due_at timestamptz not null,
       expires_at timestamptz not null,
       ended_at timestamptz,
       outcome text check (outcome in ('sent', 'expired', 'refused', 'failed')),
       constraint notice_delivery_once unique nulls not distinct (notice_id, subscription_id),
       constraint notice_delivery_ended check ((ended_at is null) = (outcome is null))
     ) with (fillfactor = 80)`,
    `create index notice_delivery_push_due on notice_delivery (due_at)
      where ended_at is null and subscription_id is not null`,
    `create index notice_delivery_mail_due on notice_delivery (user_id, due_at)
      where ended_at is null and subscription_id is null`,
    // What is held for a device is one message, however much it stands for.
    `create unique index notice_delivery_held on notice_delivery (subscription_id)
      where ended_at is null and is_held and subscription_id is not null`,
    'create index notice_delivery_subscription on notice_delivery (subscription_id) where subscription_id is not null',
    'create index notice_delivery_gone on notice_delivery (ended_at) where ended_at is not null',
    'create index notice_delivery_user on notice_delivery (user_id) where ended_at is null',
  ];
}
