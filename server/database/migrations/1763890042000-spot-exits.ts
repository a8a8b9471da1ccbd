import { ForwardMigration } from './forward-migration.js';

/**
 * Take-profit and stop-loss of a purchase, which are placed when it has ended, with the coins that it bought: an order that waits, a stop,
 * or a pair of both.
 */
export class SpotExits1763890042000 extends ForwardMigration {
  protected readonly statements = [
    `create table spot_exit (
       id bigint generated always as identity primary key,
       order_id bigint not null unique references spot_order (id),
       user_id bigint not null references account_user (id),
       demo boolean not null,
       take_profit money_amount check (take_profit > 0),
       stop_loss money_amount check (stop_loss > 0),
       created_at timestamptz not null,
       status text not null default 'waiting' check (status in ('waiting', 'active', 'void')),
       -- Of the coins, and what was placed with them.
       quantity money_amount check (quantity > 0),
       became_order_id bigint unique references spot_order (id),
       became_stop_id bigint unique references spot_stop (id),
       ended_at timestamptz,
       check (take_profit is not null or stop_loss is not null),
       check (take_profit > stop_loss),
       check ((status = 'waiting') = (ended_at is null)),
       check ((status = 'active') = (quantity is not null)),
       check (status = 'active' or (became_order_id is null and became_stop_id is null)),
       check (status <> 'active' or ((take_profit is null) = (became_order_id is null)
         and (stop_loss is null) = (became_stop_id is null)))
     )`,
    `create index spot_exit_waiting on spot_exit (order_id) where status = 'waiting'`,
    `create index spot_exit_user on spot_exit (user_id, demo) where status = 'waiting'`,
    `create trigger spot_exit_keep before delete or update of order_id, user_id, demo, take_profit, stop_loss, created_at
       on spot_exit for each row execute function spot_keep()`,
    `create trigger spot_exit_ended before update on spot_exit for each row
       when (old.status <> 'waiting') execute function spot_keep()`,
    `create trigger spot_exit_keep_all before truncate on spot_exit for each statement execute function spot_keep()`,
  ];
}
