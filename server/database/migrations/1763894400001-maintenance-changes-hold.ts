import { ForwardMigration } from './forward-migration.js';

/** Whatever is proposed or waits is of a kind that there is: looked at while others work at the desk. */
export class MaintenanceChangesHold1763894400001 extends ForwardMigration {
  protected readonly statements = [
    'alter table operator_proposal validate constraint operator_proposal_kind_check',
    'alter table operator_announced_act validate constraint operator_announced_act_kind_check',
    'alter table operator_announced_act validate constraint operator_announced_act_tiers',
  ];
}
