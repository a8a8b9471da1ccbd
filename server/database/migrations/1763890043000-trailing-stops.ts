import { ForwardMigration } from './forward-migration.js';

/**
 * Stops that follow the price: their trigger price stands a part or a distance behind the best price that the tape has seen since they were
 * placed, their watermark. Both move in their owner's favour alone.
 */
export class TrailingStops1763890043000 extends ForwardMigration {
  protected readonly statements = [
    `alter table spot_stop
       add column trail_ratio numeric(8, 6) check (trail_ratio > 0 and trail_ratio < 1),
       add column trail_distance money_amount check (trail_distance > 0),
       add column watermark money_amount check (watermark > 0),
       add constraint spot_stop_trailing check (
         (trail_ratio is null or trail_distance is null)
         and (watermark is null) = (trail_ratio is null and trail_distance is null)
         and (watermark is null or (paired_order_id is null and limit_price is null
           and direction = case side when 'sell' then 'fall' else 'rise' end)))`,
    'drop trigger spot_stop_keep on spot_stop',
    `create trigger spot_stop_keep before delete or update of
       user_id, market_id, base_currency_id, quote_currency_id, demo, side, direction, limit_price, quantity,
       cost, fee_ratio, created_at, paired_order_id, trail_ratio, trail_distance
       on spot_stop for each row execute function spot_keep()`,
    `create trigger spot_stop_follow before update of trigger_price, watermark on spot_stop for each row
       when ((new.trigger_price is distinct from old.trigger_price or new.watermark is distinct from old.watermark)
         and (old.watermark is null or new.watermark is null or case old.direction
           when 'fall' then new.watermark < old.watermark or new.trigger_price < old.trigger_price
           else new.watermark > old.watermark or new.trigger_price > old.trigger_price end))
       execute function spot_keep()`,
    `create index spot_stop_trails on spot_stop (market_id) where status = 'waiting' and watermark is not null`,
  ];
}
