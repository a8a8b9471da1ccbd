import { ForwardMigration } from './forward-migration.js';

/** Pictures of orders between users are kept as long as other photos; the time of those that have ended begins with their end. */
export class PicturesOfEndedOrders1763868000000 extends ForwardMigration {
  protected readonly statements = [
    `update upload u set closed_at = o.ended_at
       from otc_order o
      where u.purpose = 'otc' and u.state = 'used' and u.closed_at is null
        and u.used_for = concat('otc-order:', o.id) and o.status in (3, 5) and o.ended_at is not null`,
  ];
}
