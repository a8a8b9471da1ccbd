import { IndexMigration } from './index-migration.js';

/** Payments to banks by their references in the one spelling, also those that were written down as they were typed (decision 165). */
export class BankReferences1763896500000 extends IndexMigration {
  protected readonly indexes = {
    withdrawal_bank_reference: String.raw`withdrawal (upper(regexp_replace(btrim(chain_tx), '\s+', ' ', 'g'))) where chain = 'bank'`,
  };
}
