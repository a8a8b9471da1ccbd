import { ForwardMigration } from './forward-migration.js';

/** Every proposal has a kind that there is: looked at while others work at the desk. */
export class NewProductsHold1763894500001 extends ForwardMigration {
  protected readonly statements = ['alter table operator_proposal validate constraint operator_proposal_kind_check'];
}
