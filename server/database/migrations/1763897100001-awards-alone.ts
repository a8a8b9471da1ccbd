import { ForwardMigration } from './forward-migration.js';

/** What its operator had awarded alone on that day, with each appeal that one operator decided (decision 34). */
export class AwardsAlone1763897100001 extends ForwardMigration {
  protected readonly statements = [
    // null: no award, one that two operators agreed on, or one of before this was noted. A domain would write all steps anew.
    'alter table otc_step add column awarded_alone numeric(38,18)',
    `alter table otc_step add constraint otc_step_awarded_alone_check
       check (awarded_alone > 0 and awarded_alone <> 'NaN') not valid`,
  ];
}
