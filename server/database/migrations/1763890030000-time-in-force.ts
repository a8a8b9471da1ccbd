import { ForwardMigration } from './forward-migration.js';

/** How long a limit order waits, and the instant at which one ends by itself. What waited before waits as it did. */
export class TimeInForce1763890030000 extends ForwardMigration {
  protected readonly statements = [
    `alter table spot_order
       add column time_in_force text not null default 'gtc',
       add column expires_at timestamptz,
       add constraint spot_order_time_in_force
         check (time_in_force in ('gtc', 'post-only', 'ioc', 'fok', 'gtd')),
       add constraint spot_order_expires check ((time_in_force = 'gtd') = (expires_at is not null)),
       add constraint spot_order_limited check (limit_price is not null or time_in_force = 'gtc'),
       drop constraint spot_order_reason_check,
       add constraint spot_order_reason_check
         check (reason in ('user', 'no-liquidity', 'immediate-or-cancel', 'expired'))`,
    `create index spot_order_expiring on spot_order (expires_at, id)
       where status = 'open' and expires_at is not null`,
    'drop trigger spot_order_keep on spot_order',
    `create trigger spot_order_keep before delete or update of
       user_id, market_id, base_currency_id, quote_currency_id, demo, side, limit_price, quantity, fee_ratio, created_at,
       time_in_force, expires_at
       on spot_order for each row execute function spot_keep()`,
  ];
}
