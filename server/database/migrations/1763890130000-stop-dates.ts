import { ForwardMigration } from './forward-migration.js';

/**
 * A stop may wait until a date, and so may what a purchase leaves behind. What such a purchase buys is frozen for its take-profit and
 * stop-loss at once; what was bought before is not.
 */
export class StopDates1763890130000 extends ForwardMigration {
  protected readonly statements = [
    `alter table spot_stop
       add column expires_at timestamptz,
       drop constraint spot_stop_reason_check,
       add constraint spot_stop_reason_check check (reason in ('user', 'other-executed', 'expired')) not valid`,
    'drop trigger spot_stop_keep on spot_stop',
    `create trigger spot_stop_keep before delete or update of
       user_id, market_id, base_currency_id, quote_currency_id, demo, side, direction, limit_price, quantity,
       cost, fee_ratio, created_at, paired_order_id, trail_ratio, trail_distance, expires_at
       on spot_stop for each row execute function spot_keep()`,
    // Numbers and no domain: a column of a domain would be looked for in every row.
    `alter table spot_exit
       add column expires_at timestamptz,
       add column reserved numeric(38, 18) not null default 0,
       add constraint spot_exit_reserved check (reserved >= 0 and (reserved = 0 or status = 'waiting')) not valid`,
    'drop trigger spot_exit_keep on spot_exit',
    `create trigger spot_exit_keep before delete or update of
       order_id, user_id, demo, take_profit, stop_loss, created_at, expires_at
       on spot_exit for each row execute function spot_keep()`,
  ];
}
