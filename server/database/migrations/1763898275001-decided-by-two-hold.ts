import { ForwardMigration } from './forward-migration.js';

/** What is proposed has a kind that there is: looked at while others work at the desk. */
export class DecidedByTwoHold1763898275001 extends ForwardMigration {
  protected readonly statements = ['alter table operator_proposal validate constraint operator_proposal_kind_check'];
}
