import { ForwardMigration, writtenOnce } from './forward-migration.js';

/** What is offered in spot, the orders, and their executions against the quoted book. */
export class Spot1763660000001 extends ForwardMigration {
  protected readonly statements = [
    `create table spot_product (
       market_id integer primary key references market (id),
       -- Of the quote amount, paid in the quote currency by both sides.
       fee_ratio numeric(8, 6) not null check (fee_ratio between 0 and 0.1),
       -- Least and most of an order, in the quote currency at the price it is given.
       minimum_amount money_amount not null check (minimum_amount >= 0),
       maximum_amount money_amount not null check (maximum_amount >= minimum_amount),
       enabled boolean not null default true
     )`,
    `create table spot_order (
       id bigint generated always as identity primary key,
       user_id bigint not null references account_user (id),
       market_id integer not null references market (id),
       base_currency_id integer not null references currency (id),
       quote_currency_id integer not null references currency (id),
       demo boolean not null,
       side text not null check (side in ('buy', 'sell')),
       -- null: a market order
       limit_price money_amount check (limit_price > 0),
       quantity money_amount not null check (quantity > 0),
       fee_ratio numeric(8, 6) not null,
       created_at timestamptz not null,
       status text not null default 'open' check (status in ('open', 'filled', 'cancelled')),
       -- Why it was cancelled: its user did it, or the book held no more for a market order.
       reason text check (reason in ('user', 'no-liquidity')),
       filled money_amount not null default 0 check (filled between 0 and quantity),
       -- Sum of price x quantity, uncut; what was paid or received for it, the fee apart; the fee.
       exact money_amount not null default 0 check (exact >= 0),
       amount money_amount not null default 0 check (amount >= 0),
       fee money_amount not null default 0 check (fee >= 0),
       -- What is frozen for the rest: quote currency of a buyer, base currency of a seller.
       reserved money_amount not null default 0 check (reserved >= 0),
       updated_at timestamptz not null,
       ended_at timestamptz,
       version integer not null default 1,
       check ((status = 'open') = (ended_at is null)),
       check (status = 'open' or reserved = 0),
       check (status <> 'filled' or filled = quantity),
       check (status <> 'open' or filled < quantity),
       check ((status = 'cancelled') = (reason is not null)),
       check (limit_price is null or case side
         when 'buy' then exact <= filled * limit_price else exact >= filled * limit_price end)
     ) with (fillfactor = 80)`,
    `create index spot_order_bids on spot_order (market_id, demo, limit_price desc, id)
       where status = 'open' and side = 'buy'`,
    `create index spot_order_asks on spot_order (market_id, demo, limit_price, id)
       where status = 'open' and side = 'sell'`,
    'create index spot_order_user on spot_order (user_id, demo, id desc)',
    // A new row each time that a book was matched against the open orders: the same quantities are not given twice.
    `create table spot_match (
       market_id integer not null references market (id),
       demo boolean not null,
       book_at bigint not null,
       primary key (market_id, demo)
     ) with (fillfactor = 50)`,
    `create table spot_fill (
       id bigint generated always as identity primary key,
       order_id bigint not null references spot_order (id),
       quantity money_amount not null check (quantity > 0),
       amount money_amount not null check (amount >= 0),
       fee money_amount not null check (fee >= 0),
       -- The levels of the book that were taken, [[price, quantity], …], when that book was made, and by whom.
       levels jsonb not null check (jsonb_typeof(levels) = 'array' and jsonb_array_length(levels) > 0),
       book_at timestamptz not null,
       origin text not null,
       at timestamptz not null
     )`,
    'create index spot_fill_order on spot_fill (order_id)',
    ...writtenOnce('spot_fill', 'spot_keep'),
    `create trigger spot_order_keep before delete or update of
       user_id, market_id, base_currency_id, quote_currency_id, demo, side, limit_price, quantity, fee_ratio, created_at
       on spot_order for each row execute function spot_keep()`,
    `create trigger spot_order_ended before update on spot_order for each row
       when (old.status <> 'open' or new.filled < old.filled or new.reserved > old.reserved) execute function spot_keep()`,
    `create trigger spot_order_keep_all before truncate on spot_order for each statement execute function spot_keep()`,
  ];
}
