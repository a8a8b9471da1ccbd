-- Counts what a new order may win. New rows come one at a time, so a row trigger is cheaper than a statement trigger
-- with a transition table. The counts stand in thirty-two shards: orders that are
-- bought at once have numbers in a row, so each moves another one and waits for nobody.
create or replace function option_exposure_trace_new() returns trigger
language plpgsql
set enable_seqscan = off
as $$
begin
  insert into option_exposure as e (market_id, currency_id, demo, shard, owed)
  values (new.market_id, new.currency_id, new.demo, new.id % 32, new.winnings)
  on conflict (market_id, currency_id, demo, shard) do update set owed = e.owed + excluded.owed;
  return null;
end
$$;
