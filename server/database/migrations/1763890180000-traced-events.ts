import { ForwardMigration } from './forward-migration.js';

/**
 * An event knows the place in a trace that it was appended at, where that was recorded, so that its push belongs to the same trace. The
 * default asks the transaction, which `call-function.ts` has told: no function that appends has a word of it. What was set in an earlier
 * transaction of the connection is empty by then.
 */
export class TracedEvents1763890180000 extends ForwardMigration {
  protected readonly statements = [
    'alter table outbox add column trace text',
    `alter table outbox alter column trace set default nullif(current_setting('trading.trace', true), '')`,
  ];
}
