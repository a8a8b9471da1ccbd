import { ForwardMigration } from './forward-migration.js';

/** The layout that a user has chosen, by its parts, goes with the account (decision 110). Null: never chosen. */
export class Layouts1763895000000 extends ForwardMigration {
  protected readonly statements = [
    'alter table account_preference add column layout jsonb',
    // A page's own is far smaller; what is longer was never read by the product's rules.
    `alter table account_preference add constraint account_preference_layout_check
       check (jsonb_typeof(layout) = 'object' and length(layout::text) <= 20000) not valid`,
  ];
}
