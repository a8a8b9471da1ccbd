-- The first hour that begins at or after an instant: `firstHourAfter` of ieo-draw.rules.ts.
create or replace function ieo_first_hour(p_instant timestamptz) returns timestamptz
language sql stable
as $$
  select date_trunc('hour', p_instant + interval '1 hour' - interval '1 microsecond', 'UTC')
$$;
