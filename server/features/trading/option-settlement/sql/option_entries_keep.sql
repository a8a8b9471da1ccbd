-- What workers of the version before call option_entries_record; the version after this one does without it.
--
-- Access: worker
create or replace function option_entries_keep(p_market integer, p_seconds timestamptz[]) returns void
language sql
security definer
set search_path = public, pg_temp
as $$
  select option_entries_record(p_market, p_seconds)
$$;
