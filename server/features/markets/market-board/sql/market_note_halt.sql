-- Writes down since when a market is halted and since when it goes on, by the database's clock: what is decided later
-- about an instant asks whether the market was halted then.
create or replace function market_note_halt() returns trigger
language plpgsql
set enable_seqscan = off
as $$
begin
  insert into market_halt (market_id, halted) values (new.id, new.halted_reason is not null);
  return null;
end
$$;
