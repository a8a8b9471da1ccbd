-- The trace of a new position. New rows come one at a time, so a row trigger is cheaper than a statement
-- trigger with a transition table.
create or replace function futures_position_trace_new() returns trigger
language plpgsql
set enable_seqscan = off
as $$
begin
  insert into futures_position_step (position_id, version, from_status, to_status, at)
  values (new.id, new.version, null, new.status, new.updated_at);
  if new.status = 1 then
    insert into futures_open_lots as o (market_id, demo, side, shard, lots)
    values (new.market_id, new.demo, new.side, pg_backend_pid() % 16, new.lots)
    on conflict (market_id, demo, side, shard) do update set lots = o.lots + excluded.lots;
  end if;
  return null;
end
$$;
