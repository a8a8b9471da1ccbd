import { ForwardMigration } from './forward-migration.js';

/**
 * Limit orders that close lots of a position (decision 106). They reserve no money: what they close is there. Whoever writes one has locked its
 * position, so that what waits is counted exactly.
 */
export class ClosingOrders1763890150000 extends ForwardMigration {
  protected readonly statements = [
    `create table futures_closing_order (
       id bigint generated always as identity primary key,
       position_id bigint not null references futures_position (id),
       -- Of the position, for who looks for what a price has reached.
       market_id integer not null references market (id),
       demo boolean not null,
       side smallint not null check (side in (1, -1)),
       limit_price money_amount not null check (limit_price > 0),
       lots integer not null check (lots > 0),
       lots_filled integer not null default 0 check (lots_filled >= 0),
       -- Less than ordered and not filled: the position has no more.
       lots_waiting integer not null check (lots_waiting >= 0),
       status text not null default 'waiting' check (status in ('waiting', 'filled', 'cancelled')),
       -- Of a cancelled one: its user did it, or the position has no lots for it any more.
       reason text check (reason in ('user', 'position-reduced', 'position-closed')),
       created_at timestamptz not null,
       updated_at timestamptz not null,
       ended_at timestamptz,
       check (lots_filled + lots_waiting <= lots),
       check ((status = 'waiting') = (lots_waiting > 0)),
       check ((status = 'waiting') = (ended_at is null)),
       check ((status = 'cancelled') = (reason is not null)),
       check (status <> 'filled' or lots_filled > 0)
     )`,
    'create index futures_closing_order_position on futures_closing_order (position_id, id)',
    `create index futures_closing_order_reached on futures_closing_order (market_id, demo, side, limit_price)
       where status = 'waiting'`,
    `create trigger futures_closing_order_keep before delete or update of
       position_id, market_id, demo, side, limit_price, lots, created_at
       on futures_closing_order for each row execute function futures_keep()`,
    `create trigger futures_closing_order_ended before update on futures_closing_order for each row
       when (old.status <> 'waiting' or new.lots_waiting > old.lots_waiting or new.lots_filled < old.lots_filled)
       execute function futures_keep()`,
    `create trigger futures_closing_order_keep_all before truncate on futures_closing_order
       for each statement execute function futures_keep()`,
    `create trigger futures_position_closings before update of lots on futures_position for each row
       when (new.lots < old.lots and old.status > 0) execute function futures_closings_fit()`,
    // Whoever serves changes them through the functions alone.
    `do $$
       begin
         if exists (select from pg_roles where rolname = 'gateway_app') then
           revoke insert, update, delete, truncate on futures_closing_order from gateway_app;
         end if;
       end $$`,
  ];
}
