import { ForwardMigration } from './forward-migration.js';

/**
 * Price and lots of an order that waits to close lots of a position may be changed while it waits (decision 139): what is
 * filled and what has ended stays as it was, and more lots wait only where more were asked for.
 */
export class ClosingAmendments1763894700000 extends ForwardMigration {
  protected readonly statements = [
    'drop trigger futures_closing_order_keep on futures_closing_order',
    `create trigger futures_closing_order_keep before delete or update of position_id, market_id, demo, side, created_at
       on futures_closing_order for each row execute function futures_keep()`,
    'drop trigger futures_closing_order_ended on futures_closing_order',
    `create trigger futures_closing_order_ended before update on futures_closing_order for each row
       when (old.status <> 'waiting' or new.lots_filled < old.lots_filled
         or ((new.lots <> old.lots or new.limit_price <> old.limit_price) and new.status <> 'waiting')
         or (new.lots_waiting > old.lots_waiting and new.lots_filled + new.lots_waiting <> new.lots))
       execute function futures_keep()`,
  ];
}
