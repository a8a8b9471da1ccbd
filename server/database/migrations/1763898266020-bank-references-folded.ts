import { IndexMigration } from './index-migration.js';

/** A bank's references are compared without what people put between their parts (decision 204). */
export class BankReferencesFolded1763898266020 extends IndexMigration {
  protected readonly indexes = {
    deposit_bank_folded: `deposit (translate(settled_tx, ' /_.-', '')) where kind = 'bank' and settled_tx is not null`,
    withdrawal_bank_folded: String.raw`withdrawal (translate(upper(regexp_replace(btrim(chain_tx), '\s+', ' ', 'g')), ' /_.-', '')) where chain = 'bank'`,
  };
}
