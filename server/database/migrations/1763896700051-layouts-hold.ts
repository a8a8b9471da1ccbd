import { ForwardMigration } from './forward-migration.js';

/** Every layout that is kept is of the form that the column has: looked at while others write. */
export class LayoutsHold1763896700051 extends ForwardMigration {
  protected readonly statements = [
    'alter table account_preference validate constraint account_preference_layout_check',
  ];
}
