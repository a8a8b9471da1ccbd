import { IndexMigration } from './index-migration.js';

/** The end of a sale waits once. */
export class EndsOfSalesWaitOnce1763898275002 extends IndexMigration {
  protected override readonly isUnique = true;

  protected readonly indexes = {
    operator_announced_act_ieo_end: `operator_announced_act (subject_id) where status = 'waiting' and kind = 'ieo-cancel'`,
  };
}
