import { ForwardMigration } from './forward-migration.js';

/** Nobody calls it; a database from before the table of functions would keep it. */
export class UnusedFunction1763890020000 extends ForwardMigration {
  protected readonly statements = ['drop function if exists ledger_repeats_account(bigint[], text[], integer[])'];
}
