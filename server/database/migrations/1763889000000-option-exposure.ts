import { ForwardMigration } from './forward-migration.js';

/**
 * What the house may owe the buyers of one market together has a maximum by currency. Counted by triggers from the
 * instant at which the orders that are open were counted, so that purchases during an upgrade are counted too.
 */
export class OptionExposure1763889000000 extends ForwardMigration {
  protected readonly statements = [
    // The most that open orders of one market and book may win together.
    `alter table option_currency
       add column payout_maximum money_amount not null default 1000000 check (payout_maximum > 0)`,
    // Below zero in a shard where more has ended than begun.
    `create table option_exposure (
       market_id integer not null references market (id),
       currency_id integer not null references currency (id),
       demo boolean not null,
       shard smallint not null,
       owed money_amount not null,
       primary key (market_id, currency_id, demo, shard)
     ) with (fillfactor = 50)`,
    'lock table option_order in share row exclusive mode',
    `insert into option_exposure (market_id, currency_id, demo, shard, owed)
     select market_id, currency_id, demo, 0, sum(winnings) from option_order where status = 'open' group by 1, 2, 3`,
    `create trigger option_exposure_trace_new after insert on option_order
       for each row execute function option_exposure_trace_new()`,
    `create trigger option_exposure_trace after update on option_order
       referencing old table as before new table as after for each statement execute function option_exposure_trace()`,
  ];
}
