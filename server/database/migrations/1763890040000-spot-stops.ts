import { ForwardMigration } from './forward-migration.js';

/**
 * Spot orders that wait for a price before they are orders. A table of their own: whoever matches orders sees none of them, nor does a
 * process of the version before. What nobody saw of the prices is read from the tape, up to a place that each market has.
 */
export class SpotStops1763890040000 extends ForwardMigration {
  protected readonly statements = [
    `create table spot_stop (
       id bigint generated always as identity primary key,
       user_id bigint not null references account_user (id),
       market_id integer not null references market (id),
       base_currency_id integer not null references currency (id),
       quote_currency_id integer not null references currency (id),
       demo boolean not null,
       side text not null check (side in ('buy', 'sell')),
       -- The last price must have risen, or fallen, so far.
       direction text not null check (direction in ('rise', 'fall')),
       trigger_price money_amount not null check (trigger_price > 0),
       -- Of the order that it becomes; null: a market order.
       limit_price money_amount check (limit_price > 0),
       -- How much: of the coin, or what a purchase at the market may cost.
       quantity money_amount check (quantity > 0),
       cost money_amount check (cost > 0),
       fee_ratio numeric(8, 6) not null,
       created_at timestamptz not null,
       status text not null default 'waiting' check (status in ('waiting', 'triggered', 'cancelled')),
       -- Frozen while it waits: quote currency of a buyer, base currency of a seller.
       reserved money_amount not null check (reserved >= 0),
       order_id bigint unique references spot_order (id),
       -- The last price that has reached it, and when that was made or confirmed, or its second on the tape. A stop that has them and
       -- still waits does so for a market that can be traded.
       triggered_price money_amount,
       triggered_price_at timestamptz,
       -- Whether the tape was judged for it; one that is new begins where it was placed.
       is_heard boolean not null default false,
       updated_at timestamptz not null,
       ended_at timestamptz,
       version integer not null default 1,
       check ((quantity is null) <> (cost is null)),
       check (cost is null or (side = 'buy' and limit_price is null)),
       check (side = 'sell' or limit_price is not null or cost is not null),
       check ((status = 'waiting') = (ended_at is null)),
       check (status = 'waiting' or reserved = 0),
       check ((status = 'triggered') = (order_id is not null)),
       check (status <> 'triggered' or triggered_price is not null),
       check ((triggered_price is null) = (triggered_price_at is null)),
       check (triggered_price is null or case direction
         when 'rise' then triggered_price >= trigger_price else triggered_price <= trigger_price end)
     )`,
    `create index spot_stop_rising on spot_stop (market_id, demo, trigger_price, id)
       where status = 'waiting' and direction = 'rise'`,
    `create index spot_stop_falling on spot_stop (market_id, demo, trigger_price desc, id)
       where status = 'waiting' and direction = 'fall'`,
    `create index spot_stop_reached on spot_stop (market_id, demo, id)
       where status = 'waiting' and triggered_price is not null`,
    `create index spot_stop_unheard on spot_stop (market_id) where status = 'waiting' and not is_heard`,
    'create index spot_stop_user on spot_stop (user_id, demo, id desc)',
    `create trigger spot_stop_keep before delete or update of
       user_id, market_id, base_currency_id, quote_currency_id, demo, side, direction, trigger_price, limit_price, quantity,
       cost, fee_ratio, created_at
       on spot_stop for each row execute function spot_keep()`,
    // What has reached it is written once, too.
    `create trigger spot_stop_ended before update on spot_stop for each row
       when (old.status <> 'waiting' or new.reserved > old.reserved
         or (old.triggered_price is not null and (new.triggered_price is distinct from old.triggered_price
           or new.triggered_price_at is distinct from old.triggered_price_at)))
       execute function spot_keep()`,
    `create trigger spot_stop_keep_all before truncate on spot_stop for each statement execute function spot_keep()`,
    // Up to which second each market's tape was judged for stops.
    `create table spot_stop_place (
       market_id integer primary key references market (id),
       second timestamptz not null
     ) with (fillfactor = 50)`,
  ];
}
