import { ForwardMigration } from './forward-migration.js';

/**
 * A stop may be paired with an order that waits: one cancels the other. What is frozen is the order's, enough for either. Whoever writes a paired
 * stop has locked its order.
 */
export class SpotPairs1763890041000 extends ForwardMigration {
  protected readonly statements = [
    `alter table spot_stop
       add column paired_order_id bigint unique references spot_order (id),
       -- Of a cancelled one: its user did it, or its order was executed.
       add column reason text check (reason in ('user', 'other-executed')),
       add constraint spot_stop_paired check (paired_order_id is null or reserved = 0),
       add constraint spot_stop_of_another check (paired_order_id <> order_id),
       add constraint spot_stop_reason check (reason is null or status = 'cancelled')`,
    'drop trigger spot_stop_keep on spot_stop',
    `create trigger spot_stop_keep before delete or update of
       user_id, market_id, base_currency_id, quote_currency_id, demo, side, direction, trigger_price, limit_price, quantity,
       cost, fee_ratio, created_at, paired_order_id
       on spot_stop for each row execute function spot_keep()`,
    `alter table spot_order
       drop constraint spot_order_reason_check,
       add constraint spot_order_reason_check
         check (reason in ('user', 'no-liquidity', 'immediate-or-cancel', 'expired', 'stop-triggered')) not valid`,
  ];
}
