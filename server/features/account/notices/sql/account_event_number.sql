-- Gives the transaction its number before the event that it adds has one, whoever adds it: the sealer waits for every
-- transaction that may still bring an event below the newest, and knows them by their numbers. Runs before each statement,
-- and so before the first number of a row is taken.
create or replace function account_event_number() returns trigger
language plpgsql
as $$
begin
  perform pg_current_xact_id();
  return null;
end
$$;
