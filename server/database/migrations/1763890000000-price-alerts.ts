import { ForwardMigration } from './forward-migration.js';

/** What users want to be told of prices, funding and margins, each time it was told, and how far the tape was judged. */
export class PriceAlerts1763890000000 extends ForwardMigration {
  protected readonly statements = [
    `create table price_alert (
       id bigint generated always as identity primary key,
       user_id bigint not null references account_user (id),
       -- null: the margin of the whole cross account
       market_id integer references market (id),
       kind text not null check (kind in
         ('rise', 'fall', 'cross', 'percent-up', 'percent-down', 'funding-above', 'funding-below', 'margin-above')),
       -- a price, or percent
       value numeric(38,18) not null,
       window_seconds integer check (window_seconds in (300, 900, 3600, 14400, 86400)),
       source text check (source in ('index', 'mark')),
       -- how long it is quiet after it went off; null: it goes off once
       pause_seconds integer check (pause_seconds in (300, 3600, 86400)),
       note text not null check (length(note) <= 140),
       state text not null check (state in ('active', 'paused', 'done', 'deleted')),
       phase text not null check (phase in ('up', 'down', 'above', 'below', 'asleep')),
       -- figures up to this instant have been judged
       since timestamptz not null,
       wakes_at timestamptz,
       -- grows when its user changes it
       version integer not null default 1,
       -- whether whoever judges knows of the last change
       is_heard boolean not null default false,
       times integer not null default 0 check (times >= 0),
       last_at timestamptz,
       last_value numeric(38,18),
       created_at timestamptz not null,
       changed_at timestamptz not null,
       constraint price_alert_market check (kind = 'margin-above' or market_id is not null),
       constraint price_alert_window check ((kind in ('percent-up', 'percent-down')) = (window_seconds is not null)),
       constraint price_alert_source check ((kind in ('rise', 'fall', 'cross')) = (source is not null)),
       constraint price_alert_asleep check ((phase = 'asleep') = (wakes_at is not null)),
       constraint price_alert_told check ((times = 0) = (last_at is null) and (times = 0) = (last_value is null)),
       constraint price_alert_done check (state <> 'done' or (pause_seconds is null and times > 0))
     ) with (fillfactor = 80)`,
    `create unique index price_alert_same on price_alert (user_id, kind, market_id, value, window_seconds, source)
       nulls not distinct where state in ('active', 'paused')`,
    "create index price_alert_user on price_alert (user_id, id desc) where state <> 'deleted'",
    `create index price_alert_watched on price_alert (id) where state = 'active'`,
    'create index price_alert_unheard on price_alert (id) where not is_heard',
    `create index price_alert_gone on price_alert (changed_at) where state in ('done', 'deleted')`,
    `create table price_alert_firing (
       alert_id bigint not null references price_alert (id) on delete cascade,
       at timestamptz not null,
       value numeric(38,18) not null,
       -- notices are kept for a time; this stays as long as the alert
       notice_id bigint not null unique,
       primary key (alert_id, at)
     )`,
    // Up to which second each market's tape was judged.
    `create table price_alert_place (
       market_id integer primary key references market (id),
       second timestamptz not null
     ) with (fillfactor = 50)`,
    // Who judges, and until when nobody else does.
    `create table price_alert_turn (
       is_one boolean primary key default true check (is_one),
       holder text not null,
       until timestamptz not null
     )`,
    `insert into price_alert_turn (holder, until) values ('', '-infinity')`,
    // Whoever is told of things on a device is told of what was asked for, too.
    `update notification_setting set push = push || array['alerts'] where push <> '{}' and not 'alerts' = any (push)`,
  ];
}
