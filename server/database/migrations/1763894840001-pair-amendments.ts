import { ForwardMigration } from './forward-migration.js';

/**
 * What is frozen for an order that is paired with a stop is enough for either: a change of the stop may ask for more of it, while the order's own
 * limit and quantity stay (decision 140). Nothing else does.
 */
export class PairAmendments1763894840001 extends ForwardMigration {
  protected readonly statements = [
    'drop trigger spot_order_ended on spot_order',
    `create trigger spot_order_ended before update on spot_order for each row
       when (old.status <> 'open' or new.filled < old.filled) execute function spot_keep()`,
    `create trigger spot_order_hold before update on spot_order for each row
       when (new.reserved > old.reserved and new.limit_price is not distinct from old.limit_price
         and new.quantity = old.quantity)
       execute function spot_hold_guard()`,
  ];
}
