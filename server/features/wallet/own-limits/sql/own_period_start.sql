-- When the day, the week (from Monday) or the month began that an instant is in, by UTC.
--
-- Access: stored functions
create or replace function own_period_start(p_period text, p_now timestamptz) returns timestamptz
language sql immutable
as $$
  select date_trunc(p_period, p_now at time zone 'UTC') at time zone 'UTC'
$$;
