-- The terms of a stop that waits change only as an amendment says that is written already, and its best price with none
-- (SP009).
create or replace function spot_stop_amend_guard() returns trigger
language plpgsql
as $$
begin
  if new.status <> 'waiting' or (new.quantity is null) <> (old.quantity is null)
     or (new.trail_ratio is null) <> (old.trail_ratio is null) or new.watermark is distinct from old.watermark
     or not exists (
       select from spot_stop_amendment a
        where a.stop_id = new.id and a.version = new.version and new.version = old.version + 1
          and new.amendments = old.amendments + 1
          and a.trigger_before = old.trigger_price and a.trigger_after = new.trigger_price
          and a.limit_before is not distinct from old.limit_price and a.limit_after is not distinct from new.limit_price
          and a.amount_before = coalesce(old.quantity, old.cost) and a.amount_after = coalesce(new.quantity, new.cost)
          and a.trail_before is not distinct from coalesce(old.trail_ratio, old.trail_distance)
          and a.trail_after is not distinct from coalesce(new.trail_ratio, new.trail_distance)) then
    raise exception 'the terms of a stop change by an amendment' using errcode = 'SP009';
  end if;
  return new;
end
$$;
