-- Locks the counts of open lots that several positions move, in the order of market, book and side: a statement for each
-- position would take them in the order of the positions. Call it behind the locks of the accounts.
create or replace function futures_lock_open_lots(p_ids bigint[]) returns void
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  insert into futures_open_lots as o (market_id, demo, side, shard, lots)
  select distinct f.market_id, f.demo, f.side, pg_backend_pid() % 16, 0 from futures_position f
   where f.id = any (p_ids) order by 1, 2, 3
  on conflict (market_id, demo, side, shard) do update set lots = o.lots;
end
$$;
