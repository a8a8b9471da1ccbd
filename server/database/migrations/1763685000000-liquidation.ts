import type { MigrationInterface, QueryRunner } from 'typeorm';
import { LIQUIDATION_BATCH } from './1763685000000-liquidation-batch.js';
import { FUNDING_FUNCTIONS } from './1763685000000-liquidation-funding.js';
import { LIQUIDATION_FUNCTIONS } from './1763685000000-liquidation-functions.js';

/** What happens to perpetual contracts by themselves: liquidations, warnings, triggered stops, funding. */
export class Liquidation1763685000000 implements MigrationInterface {
  name = 'Liquidation1763685000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      ...LIQUIDATION_TABLES,
      ...LIQUIDATION_FUNCTIONS,
      ...LIQUIDATION_BATCH,
      ...FUNDING_FUNCTIONS,
    ]) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}

const LIQUIDATION_TABLES = [
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
  `create index liquidation_report_user on liquidation_report (user_id, id desc)`,
  `create trigger liquidation_report_keep before update or delete on liquidation_report
     for each row execute function futures_keep()`,
  // What a user was last told of his margin: of an isolated position, or of his cross account (position 0).
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
  `create index futures_trigger_position on futures_trigger (position_id, id)`,
  // Samples of the premium over the index, one every five seconds.
  `create table funding_premium (
     market_id integer not null,
     at timestamptz not null,
     premium money_amount not null,
     index money_amount not null,
     primary key (market_id, at)
   )`,
  `create table funding_rate (
     market_id integer not null,
     stamp timestamptz not null,
     rate money_amount not null,
     premium money_amount not null,
     samples integer not null,
     -- at the stamp
     mark money_amount not null,
     -- every position that was open at the stamp has its charge
     settled_at timestamptz,
     primary key (market_id, stamp)
   )`,
  `create index funding_rate_open on funding_rate (stamp) where settled_at is null`,
  // Once a position and stamp.
  `create table funding_charge (
     position_id bigint not null references futures_position (id),
     stamp timestamptz not null,
     user_id bigint not null,
     market_id integer not null,
     demo boolean not null,
     lots integer not null,
     mark money_amount not null,
     rate money_amount not null,
     notional money_amount not null,
     -- owed by the rule, and booked; positive: paid by the user
     owed money_amount not null,
     paid money_amount not null,
     at timestamptz not null,
     primary key (position_id, stamp)
   )`,
  `create index funding_charge_user on funding_charge (user_id, stamp desc)`,
  // Lots of a position at a stamp, of those that changed behind it before they were charged. Written by a trigger alone.
  `create table funding_due (
     position_id bigint not null references futures_position (id),
     stamp timestamptz not null,
     market_id integer not null,
     lots integer not null check (lots >= 1),
     primary key (position_id, stamp)
   )`,
  `create index funding_due_market on funding_due (market_id, stamp)`,
  `create trigger funding_due_keep before update or delete on funding_due
     for each row execute function futures_keep()`,
  `create trigger funding_charge_keep before update or delete on funding_charge
     for each row execute function futures_keep()`,
];
