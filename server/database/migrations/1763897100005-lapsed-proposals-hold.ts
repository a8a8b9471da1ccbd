import { ForwardMigration } from './forward-migration.js';

/** Every proposal has a status that there is: looked at while others work at the desk. */
export class LapsedProposalsHold1763897100005 extends ForwardMigration {
  protected readonly statements = [
    'alter table operator_proposal validate constraint operator_proposal_status_check',
    'alter table operator_proposal validate constraint operator_proposal_check',
  ];
}
