import { ForwardMigration } from './forward-migration.js';

/**
 * What accounts made, by the day that it ended on, and over the twelve months that the share of losing accounts is about (decision 121).
 * What ends is noted by triggers, in the transaction of its end; what had ended before is found when the days are held against the orders.
 */
export class TradeResults1763890700010 extends ForwardMigration {
  protected readonly statements = [
    `create table trade_result_waiting (
       id bigint generated always as identity primary key,
       product text not null,
       user_id bigint not null,
       day date not null,
       made numeric(38,18) not null
     )`,
    `create table trade_result_day (
       product text not null check (product in ('option', 'contract')),
       -- in UTC
       day date not null,
       user_id bigint not null,
       -- profit after fees and funding
       made numeric(38,18) not null,
       primary key (product, day, user_id)
     ) with (fillfactor = 90)`,
    // The sums of the days that are kept.
    `create table trade_result_year (
       product text not null check (product in ('option', 'contract')),
       user_id bigint not null,
       made numeric(38,18) not null,
       days integer not null,
       primary key (product, user_id)
     ) with (fillfactor = 70)`,
    // Whoever works at the days of a product holds its row.
    `create table trade_result_place (
       product text primary key check (product in ('option', 'contract')),
       -- the first day that counts
       first_day date not null default '-infinity',
       -- up to which day the days were last held against the orders
       checked_day date not null default '-infinity',
       -- whether all days were, once
       is_whole boolean not null default false
     )`,
    `insert into trade_result_place (product) values ('option'), ('contract')`,
    `create trigger option_result_trace after update on option_order
       referencing old table as before new table as after for each statement execute function option_result_trace()`,
    `create trigger position_result_trace after update on futures_position
       referencing old table as before new table as after for each statement execute function position_result_trace()`,
  ];
}
