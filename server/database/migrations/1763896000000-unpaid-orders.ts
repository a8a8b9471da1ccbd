import { IndexMigration } from './index-migration.js';

/** Orders between users that ended unpaid, by their buyer: they are asked for with each order, and of each merchant who would buy. */
export class UnpaidOrders1763896000000 extends IndexMigration {
  protected readonly indexes = {
    otc_order_unpaid_by: `otc_order (buyer_id, ended_at) where status = 5 and ended_by in ('cancel', 'expire', 'concede', 'award-seller')`,
  };
}
