import { ForwardMigration, writtenOnce } from './forward-migration.js';

/**
 * A position that is closed in parts has a row for each part: the position itself keeps their mean and sums alone. Parts of before, and those of
 * a liquidation, which has its report, have none.
 */
export class ClosedParts1763894900010 extends ForwardMigration {
  protected readonly statements = [
    `create table futures_closed_part (
       id bigint generated always as identity primary key,
       position_id bigint not null references futures_position (id),
       -- Of the position, which has the foreign keys: in whose list of which book it stands.
       user_id bigint not null,
       demo boolean not null,
       lots integer not null check (lots > 0),
       price money_amount not null check (price > 0),
       -- Before the fee.
       profit money_amount not null,
       fee money_amount not null,
       at timestamptz not null
     )`,
    'create index futures_closed_part_position on futures_closed_part (position_id, id)',
    'create index futures_closed_part_listed on futures_closed_part (user_id, demo, id desc)',
    ...writtenOnce('futures_closed_part', 'futures_keep'),
  ];
}
