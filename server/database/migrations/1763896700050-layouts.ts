import { ForwardMigration } from './forward-migration.js';

/** How a user's charts look and how coarse its books are go with the account, by their parts (decision 110). */
export class Layouts1763896700050 extends ForwardMigration {
  protected readonly statements = [
    `alter table account_preference add column layout jsonb not null default '{}'`,
    // The product keeps far less; what is longer did not come through its rules.
    `alter table account_preference add constraint account_preference_layout_check
       check (jsonb_typeof(layout) = 'object' and length(layout::text) <= 40000) not valid`,
  ];
}
