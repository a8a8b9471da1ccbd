-- Records the steps of status (C06) and counts the open lots of each side of a market. Runs once a statement,
-- so that many positions that close together move each counter once. Counters stand in sixteen shards, so
-- that orders do not queue up for one row.
create or replace function futures_position_trace() returns trigger
language plpgsql
set enable_seqscan = off
as $$
begin
  insert into futures_position_step (position_id, version, from_status, to_status, at)
  select a.id, a.version, b.status, a.status, a.updated_at from after a join before b on b.id = a.id
   where b.status <> a.status;
  insert into futures_open_lots as o (market_id, demo, side, shard, lots)
  select moved.market_id, moved.demo, moved.side, pg_backend_pid() % 16, sum(moved.lots)
    from (select a.market_id, a.demo, a.side, a.lots from after a where a.status in (1, 2)
          union all
          select b.market_id, b.demo, b.side, -b.lots from before b where b.status in (1, 2)) moved
   group by 1, 2, 3 having sum(moved.lots) <> 0 order by 1, 2, 3
  on conflict (market_id, demo, side, shard) do update set lots = o.lots + excluded.lots;
  return null;
end
$$;
