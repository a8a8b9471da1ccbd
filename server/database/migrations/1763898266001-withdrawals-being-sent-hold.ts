import { ForwardMigration } from './forward-migration.js';

/** The rows of before hold what the migration before says of them. */
export class WithdrawalsBeingSentHold1763898266001 extends ForwardMigration {
  protected readonly statements = ['alter table withdrawal validate constraint withdrawal_sending'];
}
