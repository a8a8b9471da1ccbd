import { IndexMigration } from './index-migration.js';

/** What has ended by when it ended: a day of results is held against the orders of that day alone. */
export class EndedTrades1763890700011 extends IndexMigration {
  protected readonly indexes = {
    option_order_ended: `option_order (settled_at) where status = 'settled' and not demo`,
    futures_position_ended: 'futures_position (closed_at) where status = 3 and not demo',
  };
}
