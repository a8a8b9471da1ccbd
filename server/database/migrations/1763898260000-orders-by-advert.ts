import { IndexMigration } from './index-migration.js';

/** What the orders of an advert have that stand or were done: what is left of it is what none of them has (decision 158). */
export class OrdersByAdvert1763898260000 extends IndexMigration {
  protected readonly indexes = {
    otc_order_advert: 'otc_order (advert_id) include (quantity) where status <> 5',
  };
}
