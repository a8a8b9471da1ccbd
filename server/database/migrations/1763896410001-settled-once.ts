import { IndexMigration } from './index-migration.js';

/** A transaction is credited once, whether its hash was handed in or a picture of it. */
export class SettledOnce1763896410001 extends IndexMigration {
  protected override readonly isUnique = true;
  protected readonly indexes = {
    deposit_settled: `deposit (settled_tx, (kind = 'bank'), output_index) where settled_tx is not null`,
  };
}
