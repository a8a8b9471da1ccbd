import { ForwardMigration } from './forward-migration.js';

/** Since when the books have been looked at without a break; null: since they began. */
export class WatchedBooks1763889010000 extends ForwardMigration {
  protected readonly statements = ['alter table trading_mode add column watched_since timestamptz'];
}
