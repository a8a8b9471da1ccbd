import { ForwardMigration } from './forward-migration.js';

/** What is noted of awards and halts holds in every row: looked at while others trade. */
export class AwardsAndHaltsHold1763897100006 extends ForwardMigration {
  protected readonly statements = [
    'alter table otc_step validate constraint otc_step_awarded_alone_check',
    'alter table funding_rate validate constraint funding_rate_halted_seconds_check',
  ];
}
