import { ForwardMigration } from './forward-migration.js';

/** When a settlement was recorded, by the database's own clock: what checks compare with. */
export class RecordedSettlements1763714100000 extends ForwardMigration {
  protected readonly statements = [
    // Null in what was decided before.
    'alter table option_settlement add column recorded_at timestamptz',
    'alter table option_settlement alter column recorded_at set default clock_timestamp()',
  ];
}
