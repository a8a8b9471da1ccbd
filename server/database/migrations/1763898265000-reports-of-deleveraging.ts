import { ForwardMigration } from './forward-migration.js';

/** A report of what was closed for another's bankrupt position does not say what that one was decided by. */
export class ReportsOfDeleveraging1763898265000 extends ForwardMigration {
  protected readonly statements = [
    `alter table liquidation_report alter column equity drop not null, alter column required drop not null,
       alter column tier_floor drop not null, alter column tier_rate drop not null, alter column tier_deduction drop not null`,
  ];
}
