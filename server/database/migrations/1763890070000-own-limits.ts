import { always, ForwardMigration, writtenOnce } from './forward-migration.js';

const WRITTEN_ONCE = ['own_break', 'own_limit_use', 'own_reality_check'];

/** What users forbid themselves: limits, breaks, and what counts against them (decision 95). */
export class OwnLimits1763890070000 extends ForwardMigration {
  protected readonly statements = [
    // Made with the first limit or break, and there for ever: commands of who has none find nothing here.
    `create table own_limit_account (
       id bigint generated always as identity primary key,
       user_id bigint not null unique references account_user (id),
       created_at timestamptz not null,
       -- No new risk until then, and until when no login for more than closing and taking out.
       break_until timestamptz,
       excluded_until timestamptz,
       -- Minutes between two checks of reality; null: none.
       check_minutes smallint check (check_minutes in (15, 30, 60, 120)),
       -- The time on the product of a day, by UTC, and since when the present stay lasts.
       day date,
       seconds integer not null default 0 check (seconds between 0 and 90000),
       seen_at timestamptz,
       stay_began_at timestamptz,
       check (excluded_until is null or break_until >= excluded_until)
     ) with (fillfactor = 70)`,
    `create trigger own_limit_account_keep before update or delete on own_limit_account
       for each row execute function own_limit_account_keep()`,
    `create trigger own_limit_account_keep_all before truncate on own_limit_account
       for each statement execute function own_limit_account_keep()`,
    `create table own_limit (
       id bigint generated always as identity primary key,
       user_id bigint not null references own_limit_account (user_id),
       kind text not null check (kind in ('deposit', 'loss', 'stake', 'time')),
       period text not null check (period in ('day', 'week', 'month')),
       -- USDT, or minutes; null: no limit any more
       amount money_amount check (amount > 0),
       asked_at timestamptz not null,
       effective_at timestamptz not null,
       -- Before it held.
       called_back_at timestamptz,
       check (effective_at in (asked_at, asked_at + interval '24 hours')),
       check (called_back_at < effective_at),
       check (kind <> 'time' or period = 'day')
     )`,
    'create index own_limit_user on own_limit (user_id, kind, period, id desc)',
    `create trigger own_limit_guard before insert or update or delete on own_limit
       for each row execute function own_limit_guard()`,
    `create trigger own_limit_guard_all before truncate on own_limit
       for each statement execute function own_limit_keep()`,
    `create table own_break (
       id bigint generated always as identity primary key,
       user_id bigint not null references own_limit_account (user_id),
       kind text not null check (kind in ('cool-off', 'exclusion')),
       hours integer not null,
       begins_at timestamptz not null,
       ends_at timestamptz not null,
       check (hours in (24, 168, 720) or kind = 'exclusion'),
       check (hours in (4392, 8784, 43848) or kind = 'cool-off'),
       check (ends_at = begins_at + make_interval(hours => hours))
     )`,
    'create index own_break_user on own_break (user_id, id desc)',
    `create table own_limit_use (
       id bigint generated always as identity primary key,
       user_id bigint not null references own_limit_account (user_id),
       kind text not null check (kind in ('deposit', 'stake')),
       at timestamptz not null,
       amount money_amount not null check (amount > 0)
     )`,
    'create index own_limit_use_user on own_limit_use (user_id, kind, at) include (amount)',
    // That somebody was told how long it was and what was won or lost, and said so.
    `create table own_reality_check (
       id bigint generated always as identity primary key,
       user_id bigint not null references own_limit_account (user_id),
       at timestamptz not null,
       minutes integer not null check (minutes >= 0),
       result money_amount not null
     )`,
    'create index own_reality_check_user on own_reality_check (user_id, at desc)',
    ...WRITTEN_ONCE.flatMap((table) => writtenOnce(table, 'own_limit_keep')),
    ...WRITTEN_ONCE.flatMap((table) => always(table, [`${table}_keep`, `${table}_keep_all`])),
    ...always('own_limit', ['own_limit_guard', 'own_limit_guard_all']),
    ...always('own_limit_account', ['own_limit_account_keep', 'own_limit_account_keep_all']),
    `create trigger account_session_presence after update of last_used_at on account_session
       for each row execute function own_presence_count()`,
    `create trigger account_user_excluded before update of email, email_key, phone on account_user
       for each row execute function own_exclusion_hold()`,
    // Whoever serves changes them through the functions alone.
    `do $$
       begin
         if exists (select from pg_roles where rolname = 'gateway_app') then
           revoke insert, update, delete, truncate on own_limit_account, own_limit, own_break, own_limit_use, own_reality_check
             from gateway_app;
         end if;
       end $$`,
  ];
}
