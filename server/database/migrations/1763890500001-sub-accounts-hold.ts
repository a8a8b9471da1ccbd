import { ForwardMigration } from './forward-migration.js';

/** The rows of before hold what the migration before says of them. */
export class SubAccountsHold1763890500001 extends ForwardMigration {
  protected readonly statements = ['alter table account_user validate constraint account_user_reached'];
}
