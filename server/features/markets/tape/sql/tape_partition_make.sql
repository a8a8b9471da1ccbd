-- Makes the tape's partition of one day (UTC). With the rights of the tables' owner: roles that write samples may not
-- change tables, and reach a partition only through the parent table, whose rights apply. Answers whether it was
-- missing.
-- No vacuum looks at it by itself: its rows are written once and go with it, and marking its pages would log each of them
-- once more as a whole.
--
-- Access: worker and feed
create or replace function tape_partition_make(p_day date) returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  name constant text := 'price_sample_' || to_char(p_day, 'YYYY_MM_DD');
  begins constant timestamptz := p_day::timestamp at time zone 'UTC';
  ends constant timestamptz := (p_day + interval '1 day') at time zone 'UTC';
begin
  if p_day not between '1970-01-01' and '2199-12-31' then
    raise exception 'not a day of the tape: %', p_day using errcode = '22023';
  end if;
  if relation_exists(name) then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtext('tape-partitions'));
  if relation_exists(name) then
    return false;
  end if;
  execute format(
    'create table %I (like price_sample including all) with (autovacuum_vacuum_insert_threshold = -1)', name);
  if exists (select from pg_roles where rolname = 'gateway_app') then
    execute format('revoke all on %I from gateway_app', name);
  end if;
  execute format('alter table price_sample attach partition %I for values from (%L) to (%L)', name, begins, ends);
  return true;
end
$$;
