import { ForwardMigration } from './forward-migration.js';

/** What is proposed, and what waits, has a kind that there is: looked at while others work at the desk. */
export class DecidedByTwoHold1763898275001 extends ForwardMigration {
  protected readonly statements = ['operator_proposal', 'operator_announced_act'].map(
    (table) => `alter table ${table} validate constraint ${table}_kind_check`,
  );
}
