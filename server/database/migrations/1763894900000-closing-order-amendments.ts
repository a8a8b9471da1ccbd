import { ForwardMigration, writtenOnce } from './forward-migration.js';

/**
 * Each change of an order that waits to close lots of a position is a row that is written once (decision 139), and the order takes other terms
 * by one alone. Those that were changed before have no rows and count none.
 */
export class ClosingOrderAmendments1763894900000 extends ForwardMigration {
  protected readonly statements = [
    `alter table futures_closing_order
       -- How often its owner has changed it, since each change is kept.
       add column amendments integer not null default 0`,
    `create table futures_closing_amendment (
       id bigint generated always as identity primary key,
       closing_id bigint not null references futures_closing_order (id),
       -- Of the changes of the order, the first is 1.
       number integer not null check (number > 0),
       limit_before money_amount not null,
       limit_after money_amount not null check (limit_after > 0),
       -- That waited, and that wait from then on, beside those that were filled.
       lots_before integer not null check (lots_before > 0),
       lots_after integer not null check (lots_after > 0),
       lots_filled integer not null check (lots_filled >= 0),
       at timestamptz not null,
       unique (closing_id, number),
       check ((limit_before, lots_before) is distinct from (limit_after, lots_after))
     )`,
    ...writtenOnce('futures_closing_amendment', 'futures_keep'),
    `create trigger futures_closing_order_amend before update of limit_price, lots, lots_waiting, amendments
       on futures_closing_order for each row
       when (new.amendments <> old.amendments or new.lots <> old.lots or new.limit_price <> old.limit_price
         or new.lots_waiting > old.lots_waiting)
       execute function futures_closing_amend_guard()`,
  ];
}
