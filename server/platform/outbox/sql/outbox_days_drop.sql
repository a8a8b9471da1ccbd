-- Drops the days of events that ended as many days before p_at as the rule says that they are kept, oldest first, and
-- notes that they are gone. With the rights of the tables' owner; no role can drop a day earlier, by the database's clock.
-- Nothing is looked for in the rows, however many there are. Answers the days.
--
-- Events that were kept beside the days go p_rows at a time; those from before there were days go with the first day.
--
-- Access: worker
create or replace function outbox_days_drop(p_at timestamptz, p_rows integer, out days text[], out rows integer)
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  since date;
  day text;
begin
  p_at := require_reached(p_at);
  select (p_at at time zone 'UTC')::date - rule.days into strict since
    from retention_rule rule where rule.name = 'outbox';
  perform pg_advisory_xact_lock(hashtext('outbox-days'));
  select coalesce(array_agg(right(part.relname, 10) order by part.relname), '{}') into days
    from pg_inherits i join pg_class part on part.oid = i.inhrelid
   where i.inhparent = 'public.outbox'::regclass and part.relname ~ '^outbox_\d{4}_\d\d_\d\d$'
     and to_date(right(part.relname, 10), 'YYYY_MM_DD') < since;
  foreach day in array days loop
    execute format('drop table %I', 'outbox_' || day);
  end loop;
  delete from outbox_other o
   where o.ctid = any (array(select late.ctid from outbox_other late where late.day < since limit p_rows));
  get diagnostics rows = row_count;
  if cardinality(days) > 0 or rows > 0 then
    drop table if exists outbox_before;
    update outbox_history h set retained_from = greatest(h.retained_from, since);
  end if;
end
$$;
