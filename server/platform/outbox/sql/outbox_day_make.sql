-- Makes the part of the outbox for one day (UTC), and moves there what was kept beside the days of it. With the rights
-- of the tables' owner: roles that append events may not change tables. Answers whether it was missing; null where more
-- events of it are kept beside the days than can be moved while writers wait: nothing is made then, and nobody waits.
--
-- No index has the day. The look ends with the first event too many, and holds nobody up where it reads to the end.
--
-- Access: worker
create or replace function outbox_day_make(p_day date) returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  moved_most constant integer := 20000;
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
  if (select count(*) from (select from outbox_other where day = p_day limit moved_most + 1) beside) > moved_most then
    return null;
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
