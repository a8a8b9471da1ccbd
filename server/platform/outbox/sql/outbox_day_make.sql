-- Makes the part of the outbox for one day (UTC), and moves there what was kept beside the days of it. With the rights
-- of the tables' owner: roles that append events may not change tables. Answers whether it was missing.
--
-- Access: worker
create or replace function outbox_day_make(p_day date) returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  name constant text := 'outbox_' || to_char(p_day, 'YYYY_MM_DD');
begin
  if p_day not between '1970-01-01' and '2199-12-31' then
    raise exception 'not a day of events: %', p_day using errcode = '22023';
  end if;
  if relation_exists(name) then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtext('outbox-days'));
  if relation_exists(name) then
    return false;
  end if;
  -- Writers wait here, at the root of the table. One that had already chosen the part of the other days would wait
  -- there, and find after the attach that its row does not belong to it ("violates partition constraint").
  lock table outbox in share row exclusive mode;
  execute format('create table %I (like outbox including defaults, primary key (user_id, sequence))', name);
  if exists (select from pg_roles where rolname = 'gateway_app') then
    execute format('revoke all on %I from gateway_app', name);
  end if;
  execute format(
    'with moved as (delete from outbox_other where day = $1 returning *) insert into %I select * from moved', name)
    using p_day;
  execute format('alter table outbox attach partition %I for values from (%L) to (%L)', name, p_day, p_day + 1);
  return true;
end
$$;
