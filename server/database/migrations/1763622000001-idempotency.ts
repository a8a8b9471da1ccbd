import { ForwardMigration } from './forward-migration.js';

/**
 * Commands that were done, with what they answered. A row is written in the transaction of the command itself, so
 * a row that is there says that the command happened, and a missing one that nothing did.
 */
export class Idempotency1763622000001 extends ForwardMigration {
  protected readonly statements = [
    `create table idempotent_command (
       -- whose session was just found; a foreign key would cost a statement
       user_id bigint not null,
       route text not null,
       key text not null,
       -- of the canonical body
       fingerprint bytea not null,
       reply text,
       created_at timestamptz not null,
       primary key (user_id, route, key)
     )`,
    'create index idempotent_command_created on idempotent_command using brin (created_at)',
  ];
}
