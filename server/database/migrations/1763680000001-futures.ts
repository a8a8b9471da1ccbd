import { ForwardMigration } from './forward-migration.js';

/**
 * Perpetual contracts: products with their maintenance tables, positions and orders in one table, and their
 * history.
 */
export class Futures1763680000001 extends ForwardMigration {
  protected readonly statements = [
    // Rules about one column of a position. A table's own checks are read anew from their text by every statement, those
    // of a domain once in a connection: an eighth of what a whole order costs.
    'create domain futures_side as smallint check (value in (1, -1))',
    'create domain futures_status as smallint check (value between 0 and 4)',
    'create domain futures_count as integer check (value >= 1)',
    'create domain futures_lots as integer check (value >= 0)',
    `create domain futures_price_type as text collate "C" check (value in ('market', 'limit'))`,
    `create domain futures_margin_mode as text collate "C" check (value in ('cross', 'isolated'))`,
    `create domain futures_source as text collate "C" check (value in ('last', 'mark', 'index'))`,
    `create domain futures_end as text collate "C" check (value in (
       'closed', 'take-profit', 'stop-loss', 'liquidated', 'deleveraged', 'cancelled', 'revoked'))`,
    `create domain futures_price as numeric(38,18) check (value > 0 and value <> 'NaN')`,
    `create domain futures_amount as numeric(38,18) check (value >= 0 and value <> 'NaN')`,
    'create domain futures_ratio as numeric(38,18) check (value >= 0 and value < 1)',
    // What a perpetual has beyond its market's row, which knows lot size, lots, spread and fee.
    `create table futures_product (
       market_id integer primary key references market (id),
       -- what may be chosen, ascending
       leverages integer[] not null check (cardinality(leverages) > 0 and 1 <= all (leverages)),
       -- lots that may be open on each side of the market, real and demo money apart
       open_lots_max bigint not null check (open_lots_max > 0),
       enabled boolean not null default true
     )`,
    `create table maintenance_tier (
       market_id integer not null references futures_product (market_id),
       -- notional in the quote currency: above the floor, up to the cap
       floor money_amount not null check (floor >= 0),
       cap money_amount not null,
       max_leverage integer not null check (max_leverage >= 1),
       -- part of the notional, 0 to 1
       maintenance_ratio money_amount not null check (maintenance_ratio > 0 and maintenance_ratio < 1),
       deduction money_amount not null check (deduction >= 0),
       primary key (market_id, floor),
       check (cap > floor)
     )`,
    // An order and the position that it becomes are one row: see decision 9. What belongs to a status, and that market
    // and product exist, is seen by the table's guard.
    `create table futures_position (
       id bigint generated always as identity primary key,
       user_id bigint not null,
       market_id integer not null,
       -- of margin, profit and fees; the account that pays for it has the foreign key
       currency_id integer not null,
       demo boolean not null,
       -- 1 long, -1 short
       side futures_side not null,
       price_type futures_price_type not null,
       margin_mode futures_margin_mode not null,
       -- 0 pending, 1 holding, 2 closing, 3 closed, 4 cancelled
       status futures_status not null,
       closed_as futures_end,
       leverage futures_count not null,
       -- base quantity of a lot when it was ordered
       lot_size futures_price not null,
       -- what is ordered or held now; 0 once closed
       lots futures_lots not null,
       lots_ordered futures_count not null,
       limit_price futures_price,
       -- the market's last price when it was ordered
       market_price futures_price not null,
       entry_price futures_price,
       -- mean over the lots that are closed
       close_price futures_amount,
       take_profit futures_price,
       take_profit_source futures_source not null default 'last',
       stop_loss futures_price,
       stop_loss_source futures_source not null default 'mark',
       -- frozen for the pending order: margin and fee at its limit price
       reserved futures_amount not null default 0,
       -- when opened
       initial_margin futures_amount not null default 0,
       -- added by hand, in all
       added_margin futures_amount not null default 0,
       -- frozen for the position now
       margin futures_amount not null default 0,
       -- part of the value of a fill, as it was when ordered
       open_fee_ratio futures_ratio not null,
       close_fee_ratio futures_ratio not null,
       -- paid, in all
       fee futures_amount not null default 0,
       -- received (positive) or paid, in all
       funding money_amount not null default 0,
       -- of closed lots, as far as it was the user's: what a margin did not cover is in shortfall
       realised_profit money_amount not null default 0,
       shortfall futures_amount not null default 0,
       -- booked on the insurance fund: positive into it, negative out of it
       insurance money_amount not null default 0,
       -- the price at which it was liquidated by the rules; null otherwise
       liquidation_price money_amount,
       liquidated_at timestamptz,
       created_at timestamptz not null,
       opened_at timestamptz,
       closed_at timestamptz,
       updated_at timestamptz not null,
       version bigint not null default 1,
       -- transaction of the last change: rows changed since can be found by it
       changed_in xid8 not null default pg_current_xact_id()
     ) with (fillfactor = 80)`,
    // A user's open rows, and their number.
    'create index futures_position_open on futures_position (user_id, demo, id) where status in (0, 1, 2)',
    'create index futures_position_user on futures_position (user_id, demo, id desc)',
    // Pending orders of a market by price, for whoever fills them.
    'create index futures_position_pending on futures_position (market_id, side, limit_price, id) where status = 0',
    'create index futures_position_held on futures_position (market_id, id) where status in (1, 2)',
    'create index futures_position_changed on futures_position (changed_in)',
    // Every step of a status, C06. Written by the guard of the table alone.
    `create table futures_position_step (
       position_id bigint not null,
       version bigint not null,
       from_status smallint,
       to_status smallint not null,
       at timestamptz not null,
       primary key (position_id, version)
     )`,
    // Lots that are held, in several shards so that orders do not stand in line.
    `create table futures_open_lots (
       market_id integer not null references futures_product (market_id),
       demo boolean not null,
       side smallint not null,
       shard smallint not null,
       lots bigint not null,
       primary key (market_id, demo, side, shard)
     ) with (fillfactor = 50)`,
    // What an order means that does not say its margin mode.
    `create table futures_preference (
       user_id bigint not null references account_user (id),
       demo boolean not null,
       margin_mode text collate "C" not null check (margin_mode in ('cross', 'isolated')),
       updated_at timestamptz not null,
       primary key (user_id, demo)
     )`,
    `create trigger futures_position_guard before insert or update or delete on futures_position
       for each row execute function futures_position_guard()`,
    `create trigger futures_position_trace_new after insert on futures_position
       for each row execute function futures_position_trace_new()`,
    `create trigger futures_position_trace after update on futures_position
       referencing old table as before new table as after for each statement execute function futures_position_trace()`,
    `create trigger futures_position_step_keep before update or delete on futures_position_step
       for each row execute function futures_keep()`,
  ];
}
