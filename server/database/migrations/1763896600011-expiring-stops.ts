import { IndexMigration } from './index-migration.js';

/** Stops that wait until a date, by that. */
export class ExpiringStops1763896600011 extends IndexMigration {
  protected readonly indexes = {
    spot_stop_expiring: `spot_stop (expires_at, id) where status = 'waiting' and expires_at is not null`,
  };
}
