-- The take-profit and the stop-loss of a purchase change only while they wait, and as an amendment says that is written
-- already (SP009).
create or replace function spot_exit_amend_guard() returns trigger
language plpgsql
as $$
begin
  if new.status <> 'waiting' or new.amendments <> old.amendments + 1 or not exists (
    select from spot_exit_amendment a
     where a.exit_id = new.id and a.number = new.amendments
       and a.take_profit_before is not distinct from old.take_profit
       and a.take_profit_after is not distinct from new.take_profit
       and a.stop_loss_before is not distinct from old.stop_loss
       and a.stop_loss_after is not distinct from new.stop_loss) then
    raise exception 'what a purchase leaves changes by an amendment' using errcode = 'SP009';
  end if;
  return new;
end
$$;
