import { ForwardMigration } from './forward-migration.js';

/** Funding of perpetual contracts: premiums, rates, charges, and lots that were held at a stamp. */
export class Funding1763686000001 extends ForwardMigration {
  protected readonly statements = [
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
    'create index funding_rate_open on funding_rate (stamp) where settled_at is null',
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
    'create index funding_charge_user on funding_charge (user_id, stamp desc)',
    // Lots of a position at a stamp, of those that changed behind it before they were charged. Written by a trigger alone.
    `create table funding_due (
       position_id bigint not null references futures_position (id),
       stamp timestamptz not null,
       market_id integer not null,
       lots integer not null check (lots >= 1),
       primary key (position_id, stamp)
     )`,
    'create index funding_due_market on funding_due (market_id, stamp)',
    `create trigger funding_due_keep before update or delete on funding_due
       for each row execute function futures_keep()`,
    `create trigger funding_charge_keep before update or delete on funding_charge
       for each row execute function futures_keep()`,
    `create trigger funding_note_due after update on futures_position
       referencing old table as before new table as after for each statement execute function funding_note_due()`,
    // What one position pays. Amounts of the position's currency; below zero it receives.
    `create type funding_step as (
       -- by user and position: the order in which a user's positions take from the same account
       place integer,
       id bigint,
       user_id bigint,
       currency_id integer,
       demo boolean,
       lots integer,
       notional numeric,
       owed numeric,
       from_account numeric,
       from_margin numeric
     )`,
  ];
}
