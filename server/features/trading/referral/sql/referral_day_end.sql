-- The instant at which a UTC day is over.
create or replace function referral_day_end(p_day date) returns timestamptz
language sql immutable parallel safe
as $$
  select (p_day + 1)::timestamp at time zone 'UTC'
$$;
