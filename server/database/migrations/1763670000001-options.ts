import { ForwardMigration, always, writtenOnce } from './forward-migration.js';

/** Delivery options: what is offered, what was bought, and what the tape said about it. */
export class Options1763670000001 extends ForwardMigration {
  protected readonly statements = [
    `create table option_term (
       id integer generated always as identity primary key,
       -- null: every market with options that has no row of its own for these seconds
       market_id integer references market (id),
       seconds integer not null check (seconds between 30 and 86400),
       -- earned beside the stake, as a fraction of it
       payout_ratio money_amount not null check (payout_ratio > 0 and payout_ratio <= 100),
       even_payout_ratio money_amount not null check (even_payout_ratio > 0 and even_payout_ratio <= 1000),
       -- how far from the entry an order on even still wins, as a fraction of the entry
       even_band_ratio money_amount not null check (even_band_ratio >= 0 and even_band_ratio < 0.1),
       directions text[] not null default '{rise,fall,even}' check (directions <@ '{rise,fall,even}'),
       -- how far the index may be from a quote's entry, to either side, for the quote to be taken
       move_ratio money_amount not null default 0.0001 check (move_ratio >= 0 and move_ratio < 0.1),
       minimum money_amount not null check (minimum > 0),
       maximum money_amount not null,
       -- null: the market's own option fee
       fee_ratio money_amount check (fee_ratio >= 0 and fee_ratio < 1),
       enabled boolean not null default true,
       created_at timestamptz not null default now(),
       updated_at timestamptz not null default now(),
       unique nulls not distinct (market_id, seconds),
       check (maximum >= minimum)
     )`,
    `create table option_currency (
       currency_id integer primary key references currency (id),
       -- most that open orders of a user may hold, stakes and fees
       holding_maximum money_amount not null check (holding_maximum > 0),
       -- amounts that a page offers
       amounts numeric[] not null,
       enabled boolean not null default true,
       sort integer not null default 0
     )`,
    `create domain option_direction as text collate "C" check (value in ('rise', 'fall', 'even'))`,
    `create domain option_status as text collate "C" check (value in ('open', 'settled', 'voided'))`,
    `create domain option_result as text collate "C" check (value in ('win', 'loss', 'tie', 'void'))`,
    `create domain option_amount as numeric(38,18) check (value >= 0 and value <> 'NaN')`,
    // Rules of one column are their domains', those of several the triggers' below: a check is read anew by every
    // statement, and a foreign key is a statement that locks the row which all orders of a market share. User and
    // currency are those of the accounts that the posting moves, which have foreign keys to both.
    `create table option_order (
       id bigint generated always as identity primary key,
       user_id bigint not null,
       market_id integer not null,
       currency_id integer not null,
       demo boolean not null,
       direction option_direction not null,
       seconds integer not null,
       stake moved_amount not null,
       fee option_amount not null,
       payout_ratio money_amount not null,
       fee_ratio money_amount not null,
       -- earned beside the stake if it wins
       winnings option_amount not null,
       -- the second of the tape that the entry is from, its index, and that index rounded
       entry_at timestamptz not null,
       entry_index money_amount not null,
       entry_price moved_amount not null,
       even_band option_amount not null,
       origin text collate "C" not null,
       opened_at timestamptz not null,
       closes_at timestamptz not null,
       -- how it is settled; see contract/rules/option-settlement.rules.ts
       rule_version smallint not null,
       window_seconds smallint not null,
       price_decimals smallint not null,
       constituents_min smallint not null,
       status option_status not null default 'open',
       result option_result,
       profit money_amount,
       settlement_id bigint,
       settled_at timestamptz
     ) with (fillfactor = 80)`,
    `create index option_order_due on option_order (closes_at, market_id) where status = 'open'`,
    'create index option_order_user on option_order (user_id, id desc)',
    `create index option_order_held on option_order (user_id) where status = 'open'`,
    // What the tape said of a window, once for all orders of it, with the samples themselves: the tape may be pruned.
    `create table option_settlement (
       id bigint generated always as identity primary key,
       market_id integer not null references market (id),
       closes_at timestamptz not null,
       rule_version smallint not null,
       window_seconds smallint not null,
       price_decimals smallint not null,
       constituents_min smallint not null,
       -- of the prices: live, simulated, recorded
       origin text collate "C" not null,
       -- null: there is no price, for the reason
       price money_amount check (price > 0),
       reason text check (reason in ('samples-missing', 'constituents', 'stale')),
       samples jsonb not null,
       decided_at timestamptz not null check (decided_at >= closes_at),
       unique (market_id, closes_at, rule_version, window_seconds, price_decimals, constituents_min, origin),
       check ((price is null) = (reason is not null))
     )`,
    // The samples that entries were taken from, kept when the orders are settled.
    `create table option_entry (
       market_id integer not null references market (id),
       at timestamptz not null,
       sample jsonb not null,
       primary key (market_id, at)
     )`,
    // Nobody can touch an order: it is written once, and ends once, from open to an end that is whole.
    `create trigger option_order_begin before insert on option_order
       for each row execute function option_order_begin()`,
    `create trigger option_order_keep before delete or update of id, user_id, market_id, currency_id, demo, direction,
       seconds, stake, fee, payout_ratio, fee_ratio, winnings, entry_at, entry_index, entry_price, even_band, origin,
       opened_at, closes_at, rule_version, window_seconds, price_decimals, constituents_min
       on option_order for each row execute function option_keep()`,
    `create trigger option_order_end before update on option_order for each row
       when (old.status <> 'open' or new.status = 'open' or new.result is null or new.profit is null
         or new.settlement_id is null or new.settled_at is null or new.settled_at < new.closes_at
         or (new.status = 'voided') <> (new.result = 'void'))
       execute function option_keep()`,
    `create trigger option_order_keep_all before truncate on option_order
       for each statement execute function option_keep()`,
    ...always(
      'option_order',
      ['begin', 'keep', 'keep_all', 'end'].map((name) => `option_order_${name}`),
    ),
    ...['option_settlement', 'option_entry'].flatMap((table) => [
      ...writtenOnce(table, 'option_keep'),
      ...always(table, [`${table}_keep`, `${table}_keep_all`]),
    ]),
    `do $$
       begin
         if exists (select from pg_roles where rolname = 'gateway_app') then
           revoke insert, update, delete, truncate on option_order from gateway_app;
           revoke update, delete, truncate on option_settlement, option_entry from gateway_app;
         end if;
       end $$`,
  ];
}
