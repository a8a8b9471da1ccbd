-- Writes down since when a market is halted and since when it goes on, by the database's clock: what is decided later
-- about an instant asks whether the market was halted then. Nobody else writes it: an instant that somebody names would
-- void a stamp of funding, or hold one up.
--
-- Access: stored functions
create or replace function market_note_halt() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  insert into market_halt (market_id, halted) values (new.id, new.halted_reason is not null);
  return null;
end
$$;
