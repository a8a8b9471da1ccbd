import { ForwardMigration } from './forward-migration.js';

/**
 * What each user's accounts gained and lost of each currency on each day (UTC), what crossed their borders, and the closing prices of
 * days. All of it is made from journals and bars and can be made again: nobody pays by it.
 */
export class ProfitDays1763890060000 extends ForwardMigration {
  protected readonly statements = [
    // No foreign keys: the journals have them, and a row that names a user would be locked for a figure.
    `create table profit_day (
       user_id bigint not null,
       demo boolean not null,
       account text collate "C" not null check (account in ('spot', 'option', 'contract', 'trust')),
       currency_id integer not null,
       day date not null,
       -- all postings of the day together, frozen money included
       amount numeric(38,18) not null,
       primary key (user_id, demo, account, currency_id, day)
     ) with (fillfactor = 80)`,
    `create table profit_flow (
       user_id bigint not null,
       demo boolean not null,
       at timestamptz not null,
       journal_id bigint not null,
       account text collate "C" not null,
       -- of what it is valued by: what was paid, where that was in another journal
       currency_id integer not null,
       -- outside: to or from others than the user; between: to or from another of the user's accounts; referral: a rebate
       kind text collate "C" not null check (kind in ('outside', 'between', 'referral')),
       amount numeric(38,18) not null check (amount <> 0),
       -- in USDT, of its minute; null: there was none when it was looked for
       price numeric(38,18),
       primary key (user_id, demo, at, journal_id, account, currency_id, kind)
     )`,
    `create table profit_price (
       currency_id integer not null,
       day date not null,
       -- in USDT; null: there was none when it was looked for
       price numeric(38,18),
       primary key (currency_id, day)
     )`,
    // Up to which journal it is made. Whoever goes on holds the row.
    `create table profit_place (
       is_one boolean primary key default true check (is_one),
       journal_id bigint not null
     )`,
    'insert into profit_place (journal_id) values (0)',
  ];
}
