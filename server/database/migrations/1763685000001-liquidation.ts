import { ForwardMigration } from './forward-migration.js';

/** What happens to perpetual contracts by themselves: liquidations, warnings, triggered stops. */
export class Liquidation1763685000001 extends ForwardMigration {
  protected readonly statements = [
    // One row for every step of a liquidation: all that it was decided from, and what it did.
    `create table liquidation_report (
       id bigint generated always as identity primary key,
       position_id bigint not null references futures_position (id),
       -- of the position when it was decided
       version bigint not null,
       user_id bigint not null,
       market_id integer not null,
       demo boolean not null,
       kind text collate "C" not null check (kind in ('partial', 'full', 'deleveraged')),
       at timestamptz not null,
       -- the two samples of the mark that it took; the kinder one decided
       mark money_amount not null,
       mark_at timestamptz not null,
       mark_before money_amount not null,
       mark_before_at timestamptz not null,
       -- of the position (isolated) or of the whole account (cross), at the deciding mark
       equity money_amount not null,
       required money_amount not null,
       tier_floor money_amount not null,
       tier_rate money_amount not null,
       tier_deduction money_amount not null,
       entry_price money_amount not null,
       margin money_amount not null,
       lots_before integer not null,
       lots integer not null,
       -- null: no price above zero
       liquidation_price money_amount,
       bankruptcy_price money_amount,
       price money_amount not null,
       -- what the price was taken from: the quoted book, the mark where there is none, or the bankruptcy price
       price_from text collate "C" not null check (price_from in ('book', 'mark', 'bankruptcy')),
       fills jsonb not null default '[]',
       profit money_amount not null,
       fee money_amount not null,
       shortfall money_amount not null,
       -- positive into the fund
       insurance money_amount not null,
       -- whose bankruptcy a deleveraged position was matched with
       matched_with bigint,
       unique (position_id, version, kind)
     )`,
    'create index liquidation_report_user on liquidation_report (user_id, id desc)',
    `create trigger liquidation_report_keep before update or delete on liquidation_report
       for each row execute function futures_keep()`,
    // What a user was last told of their margin: of an isolated position, or of the cross account (position 0).
    `create table margin_level (
       user_id bigint not null references account_user (id),
       demo boolean not null,
       position_id bigint not null,
       level text collate "C" not null check (level in ('safe', 'warning', 'critical')),
       changed_at timestamptz not null,
       version bigint not null default 1,
       primary key (user_id, demo, position_id)
     )`,
    `create index margin_level_told on margin_level (position_id) where level <> 'safe'`,
    // A stop that fired, with its receipt: which price reached it, and what came of it.
    `create table futures_trigger (
       id bigint generated always as identity primary key,
       position_id bigint not null references futures_position (id),
       user_id bigint not null,
       kind text collate "C" not null check (kind in ('take-profit', 'stop-loss')),
       state text collate "C" not null check (state in ('triggered', 'executing', 'done', 'failed')),
       source text collate "C" not null check (source in ('last', 'mark', 'index')),
       -- what was set
       level money_amount not null,
       -- the price that reached it, and its place in the markets' stream
       value money_amount not null,
       epoch text not null,
       sequence bigint not null,
       value_at timestamptz not null,
       triggered_at timestamptz not null,
       ended_at timestamptz,
       -- at which the position was closed
       price money_amount,
       reason text,
       constraint futures_trigger_ended check ((ended_at is not null) = (state in ('done', 'failed')))
     )`,
    `create unique index futures_trigger_one on futures_trigger (position_id) where state in ('triggered', 'executing')`,
    'create index futures_trigger_position on futures_trigger (position_id, id)',
    // What is done with one position. Amounts of the position's currency.
    `create type liquidation_step as (
       place integer,
       -- of the report
       kind text,
       lots integer,
       price numeric,
       price_from text,
       bankruptcy numeric,
       profit numeric,
       fee numeric,
       shortfall numeric,
       -- out of the insurance fund; negative into it
       insured numeric,
       -- onto the contract account; negative from it
       net numeric,
       margin_left numeric,
       item jsonb,
       before futures_position
     )`,
  ];
}
