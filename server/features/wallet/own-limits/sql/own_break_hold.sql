-- Keeps everybody's breaks as they are until the transaction ends: whoever begins one waits for what began before, and what
-- comes after it sees the break. For workers that carry out for many people what must not happen in a break; a row of each
-- could not be locked for this, for whoever never set anything has none.
--
-- Access: stored functions
create or replace function own_break_hold() returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('own_break', 0));
end
$$;
