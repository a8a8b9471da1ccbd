import { ForwardMigration } from './forward-migration.js';

/** Every spot order has a reason that there is: looked at while others trade. */
export class SpotReasons1763890044000 extends ForwardMigration {
  protected readonly statements = ['alter table spot_order validate constraint spot_order_reason_check'];
}
