import { ForwardMigration } from './forward-migration.js';

/** The published seals of the tape name the head of the audit log's chain. */
export class WitnessedAudit1763851000000 extends ForwardMigration {
  protected readonly statements = [
    `alter table tape_root
       add column audit_seal bigint,
       add column audit_hash bytea check (length(audit_hash) = 32),
       add constraint tape_root_audit check ((audit_seal is null) = (audit_hash is null))`,
  ];
}
