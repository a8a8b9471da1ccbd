-- Takes what the orders that end might have won out of the counts. Runs once a statement, so that many orders that end
-- together move each count once.
create or replace function option_exposure_trace() returns trigger
language plpgsql
set enable_seqscan = off
as $$
begin
  insert into option_exposure as e (market_id, currency_id, demo, shard, owed)
  select moved.market_id, moved.currency_id, moved.demo, pg_backend_pid() % 32, sum(moved.winnings)
    from (select a.market_id, a.currency_id, a.demo, a.winnings from after a where a.status = 'open'
          union all
          select b.market_id, b.currency_id, b.demo, -b.winnings from before b where b.status = 'open') moved
   group by 1, 2, 3 having sum(moved.winnings) <> 0 order by 1, 2, 3
  on conflict (market_id, currency_id, demo, shard) do update set owed = e.owed + excluded.owed;
  return null;
end
$$;
