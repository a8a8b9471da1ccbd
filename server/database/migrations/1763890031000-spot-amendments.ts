import { ForwardMigration, writtenOnce } from './forward-migration.js';

/**
 * What a user changed of an order that waits: its limit and its quantity, each change once. What it executed before stands under the limit of
 * then, so that the limit of now says nothing of it.
 */
export class SpotAmendments1763890031000 extends ForwardMigration {
  protected readonly statements = [
    'alter table spot_order add column amended_at timestamptz',
    `do $$
       declare
         law record;
       begin
         select conname, pg_get_constraintdef(oid) as says into strict law from pg_constraint
          where conrelid = 'spot_order'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%exact%' and pg_get_constraintdef(oid) like '%limit_price%';
         execute format('alter table spot_order drop constraint %I', law.conname);
       end $$`,
    `alter table spot_order add constraint spot_order_within_limit
       check (amended_at is not null or limit_price is null or case side
         when 'buy' then exact <= filled * limit_price else exact >= filled * limit_price end)`,
    `create table spot_order_amendment (
       id bigint generated always as identity primary key,
       order_id bigint not null references spot_order (id),
       -- Of the order, with the change.
       version integer not null,
       limit_before money_amount not null,
       limit_after money_amount not null check (limit_after > 0),
       quantity_before money_amount not null,
       quantity_after money_amount not null check (quantity_after > 0),
       -- The last execution before it; 0: none.
       after_fill_id bigint not null,
       at timestamptz not null,
       unique (order_id, version),
       check (limit_before <> limit_after or quantity_before <> quantity_after)
     )`,
    ...writtenOnce('spot_order_amendment', 'spot_keep'),
    'drop trigger spot_order_keep on spot_order',
    `create trigger spot_order_keep before delete or update of
       user_id, market_id, base_currency_id, quote_currency_id, demo, side, fee_ratio, created_at, time_in_force, expires_at
       on spot_order for each row execute function spot_keep()`,
    `create trigger spot_order_amend before update of limit_price, quantity on spot_order
       for each row execute function spot_amend_guard()`,
    'drop trigger spot_order_ended on spot_order',
    `create trigger spot_order_ended before update on spot_order for each row
       when (old.status <> 'open' or new.filled < old.filled
         or (new.reserved > old.reserved and new.limit_price is not distinct from old.limit_price
           and new.quantity = old.quantity))
       execute function spot_keep()`,
  ];
}
