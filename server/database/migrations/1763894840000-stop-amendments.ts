import { ForwardMigration, writtenOnce } from './forward-migration.js';

/**
 * Terms of a stop that waits may be changed by its owner (decision 140): each change is a row that is written once, and the stop's own row takes
 * other terms by one alone. A change of where it is triggered counts from its own moment: the tape is judged for it from there.
 */
export class StopAmendments1763894840000 extends ForwardMigration {
  protected readonly statements = [
    `alter table spot_stop
       -- How often its owner has changed it.
       add column amendments integer not null default 0,
       -- From when on the tape is judged for where it is triggered; null: since it was placed.
       add column judged_from timestamptz,
       -- Up to which second it had followed the price when its owner changed it; read while it has not been heard again.
       add column followed_to timestamptz`,
    `create table spot_stop_amendment (
       id bigint generated always as identity primary key,
       stop_id bigint not null references spot_stop (id),
       -- Of the stop, with the change.
       version integer not null,
       trigger_before money_amount not null,
       trigger_after money_amount not null check (trigger_after > 0),
       limit_before money_amount,
       limit_after money_amount check (limit_after > 0),
       -- Coins, or what a purchase at the market may cost.
       amount_before money_amount not null,
       amount_after money_amount not null check (amount_after > 0),
       -- Of one that follows the price: a part of it, or a distance.
       trail_before money_amount,
       trail_after money_amount check (trail_after > 0),
       -- Of one that is paired: the limit of its order.
       paired_limit_before money_amount,
       paired_limit_after money_amount check (paired_limit_after > 0),
       at timestamptz not null,
       unique (stop_id, version),
       check ((limit_before is null) = (limit_after is null)),
       check ((trail_before is null) = (trail_after is null)),
       check ((paired_limit_before is null) = (paired_limit_after is null)),
       check ((trigger_before, limit_before, amount_before, trail_before, paired_limit_before)
         is distinct from (trigger_after, limit_after, amount_after, trail_after, paired_limit_after))
     )`,
    ...writtenOnce('spot_stop_amendment', 'spot_keep'),
    'drop trigger spot_stop_keep on spot_stop',
    `create trigger spot_stop_keep before delete or update of
       user_id, market_id, base_currency_id, quote_currency_id, demo, side, direction, fee_ratio, created_at,
       paired_order_id, expires_at
       on spot_stop for each row execute function spot_keep()`,
    'drop trigger spot_stop_follow on spot_stop',
    // A trigger price that stays, or one that follows and would go back, moves by a change of its owner alone.
    `create trigger spot_stop_amend before update of
       trigger_price, watermark, limit_price, quantity, cost, trail_ratio, trail_distance, amendments, judged_from, followed_to
       on spot_stop for each row
       when (new.amendments <> old.amendments or new.judged_from is distinct from old.judged_from
         or new.followed_to is distinct from old.followed_to
         or new.limit_price is distinct from old.limit_price or new.quantity is distinct from old.quantity
         or new.cost is distinct from old.cost or new.trail_ratio is distinct from old.trail_ratio
         or new.trail_distance is distinct from old.trail_distance
         or ((new.trigger_price is distinct from old.trigger_price or new.watermark is distinct from old.watermark)
           and (old.watermark is null or new.watermark is null or case old.direction
             when 'fall' then new.watermark < old.watermark or new.trigger_price < old.trigger_price
             else new.watermark > old.watermark or new.trigger_price > old.trigger_price end)))
       execute function spot_stop_amend_guard()`,
    'drop trigger spot_stop_ended on spot_stop',
    `create trigger spot_stop_ended before update on spot_stop for each row
       when (old.status <> 'waiting' or (new.reserved > old.reserved and new.amendments = old.amendments)
         or (old.triggered_price is not null and (new.triggered_price is distinct from old.triggered_price
           or new.triggered_price_at is distinct from old.triggered_price_at)))
       execute function spot_keep()`,
    // What is frozen for an order that is paired with a stop is enough for either: more of it is asked for by a change of the
    // stop, while the order's own limit and quantity stay. By nothing else.
    'drop trigger spot_order_ended on spot_order',
    `create trigger spot_order_ended before update on spot_order for each row
       when (old.status <> 'open' or new.filled < old.filled) execute function spot_keep()`,
    `create trigger spot_order_hold before update on spot_order for each row
       when (new.reserved > old.reserved and new.limit_price is not distinct from old.limit_price
         and new.quantity = old.quantity)
       execute function spot_hold_guard()`,
  ];
}
