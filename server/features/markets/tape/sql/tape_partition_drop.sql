-- Drops the tape's partition of a day (UTC) that ended p_retention_days before p_at, unless an hour of it has no root yet or
-- something is still to be decided from it (tape_day_is_needed): after an absence of all workers that comes first. What is
-- read for that is locked by nobody: nothing new can come to need a day that is two days old.
-- With the rights of the tables' owner; no role can drop a day that is less than two days old by the database's clock.
-- Answers whether it was dropped.
--
-- Access: worker
create or replace function tape_partition_drop(
  p_day date, p_at timestamptz, p_retention_days integer
) returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  name constant text := 'price_sample_' || to_char(p_day, 'YYYY_MM_DD');
  begins constant timestamptz := p_day::timestamp at time zone 'UTC';
  days constant integer := coalesce(p_retention_days, 0);
  ends constant timestamptz := (p_day + interval '1 day') at time zone 'UTC';
  has_unsealed boolean;
begin
  p_at := require_reached(p_at);
  if days < 2 then
    raise exception 'the tape keeps two days at least, not %', days using errcode = '22023';
  end if;
  if ends + make_interval(hours => 24 * days) > p_at then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtext('tape-partitions'));
  if not relation_exists(name) or tape_day_is_needed(begins, ends) then
    return false;
  end if;
  execute format(
    'select exists (
       select from (select distinct market_id, date_trunc(''hour'', second, ''UTC'') as hour from %I) hours
        where not exists (
          select from tape_root root where root.market_id = hours.market_id and root.hour = hours.hour))', name)
    into has_unsealed;
  if has_unsealed then
    return false;
  end if;
  execute format('drop table %I', name);
  return true;
end
$$;
