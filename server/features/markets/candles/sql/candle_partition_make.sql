-- Makes the partition of the one-minute bars of one month (its first day, in UTC), and moves there what the default
-- partition holds of it. With the rights of the tables' owner: whoever writes bars may not change tables. Answers
-- whether it was missing.
--
-- Access: worker and feed
create or replace function candle_partition_make(p_month date) returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  name constant text := 'candle_1min_' || to_char(p_month, 'YYYY_MM');
  begins constant timestamptz := p_month::timestamp at time zone 'UTC';
  ends constant timestamptz := (p_month + interval '1 month') at time zone 'UTC';
begin
  if p_month <> date_trunc('month', p_month) or p_month not between '1970-01-01' and '2199-12-01' then
    raise exception 'not the first day of a month: %', p_month using errcode = '22023';
  end if;
  if relation_exists(name) then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtext('candle-partitions'));
  if relation_exists(name) then
    return false;
  end if;
  -- Writers wait here, at the root of the table. One that had already chosen the default partition would wait there,
  -- and find after the attach that its row does not belong to it ("violates partition constraint").
  lock table candle in share row exclusive mode;
  execute format('create table %I (like candle_1min including all)', name);
  execute format(
    'with moved as (delete from candle_1min_other where open_at >= $1 and open_at < $2 returning *)
     insert into %I select * from moved', name)
    using begins, ends;
  execute format('alter table candle_1min attach partition %I for values from (%L) to (%L)', name, begins, ends);
  return true;
end
$$;
