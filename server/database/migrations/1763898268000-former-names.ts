import { ForwardMigration } from './forward-migration.js';

/** Former names of what is retained, which only the version before the last one had in statements of its own. */
export class FormerNames1763898268000 extends ForwardMigration {
  protected readonly statements = [
    'drop trigger if exists outbox_history_former_column on outbox_history',
    'alter table outbox_history drop column if exists kept_from',
    'drop view if exists kept_record_part, kept_record',
    // Of a database from before the stored functions were files: with its first arguments.
    'drop function if exists liquidation_fill(jsonb, timestamptz)',
  ];
}
