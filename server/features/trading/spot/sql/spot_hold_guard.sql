-- More is frozen for an order that stays as it is only where the stop that waits paired with it was changed just now, and
-- the change is written already (SP009).
create or replace function spot_hold_guard() returns trigger
language plpgsql
as $$
begin
  if not exists (
    select from spot_stop s join spot_stop_amendment a on a.stop_id = s.id and a.version = s.version
     where s.paired_order_id = new.id and s.status = 'waiting' and a.at = new.updated_at) then
    raise exception 'what is frozen for an order grows by an amendment' using errcode = 'SP009';
  end if;
  return new;
end
$$;
