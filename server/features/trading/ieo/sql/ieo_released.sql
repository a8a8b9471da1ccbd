-- How many units are free after so many parts: `releasedUnits` of ieo.rules.ts.
create or replace function ieo_released(p_units bigint, p_parts integer, p_done integer) returns bigint
language sql immutable
as $$
  select (p_units * p_done) / p_parts
$$;
