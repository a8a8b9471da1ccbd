import { ForwardMigration } from './forward-migration.js';

/** Each recipient of a transaction is credited by an output of its own (decision 204). */
export class OutputsOfTransactions1763898266010 extends ForwardMigration {
  protected readonly statements = [
    'create trigger deposit_output before insert on deposit for each row execute function deposit_output()',
  ];
}
