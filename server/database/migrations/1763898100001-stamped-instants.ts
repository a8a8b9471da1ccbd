import { ForwardMigration } from './forward-migration.js';

/**
 * Instants by which a withdrawal is held against its target (M06) are those of the database's clock: of the withdrawal itself, of
 * an address that is taken away, of a card that is bound with its event, and of a verification. Withdrawals of before are marked as such:
 * theirs were written by processes.
 */
export class StampedInstants1763898100001 extends ForwardMigration {
  protected readonly statements = [
    'alter table withdrawal add column stamped boolean not null default false',
    stamped(
      'withdrawal_address',
      'deleted_at',
      'update of deleted_at',
      'old.deleted_at is distinct from new.deleted_at',
    ),
    stamped('account_bank_card', 'updated_at', 'insert or update of updated_at'),
    stamped('account_security_event', 'at', 'insert'),
    stamped(
      'verification_case',
      'decided_at',
      'update of decided_at',
      'old.decided_at is distinct from new.decided_at',
    ),
  ];
}

function stamped(table: string, column: string, change: string, when = 'true'): string {
  return `create trigger ${table}_stamp before ${change} on ${table} for each row when (${when})
    execute function stamp_instant('${column}')`;
}
