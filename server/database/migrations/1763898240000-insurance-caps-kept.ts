import { ForwardMigration } from './forward-migration.js';

/**
 * The caps of a day that a top-up of the insurance fund was held against, as other acts with money keep theirs, so that what is
 * booked can be held against them afterwards (M11). Those of before have none.
 */
export class InsuranceCapsKept1763898240000 extends ForwardMigration {
  protected readonly statements = [
    'alter table operator_proposal add column cap_by_person numeric, add column cap_by_all numeric',
  ];
}
