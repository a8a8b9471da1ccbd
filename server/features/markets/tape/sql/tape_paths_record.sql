-- Records the ways of seconds of a market to the root of their hour, which stay when the day of the tape goes. A second that
-- nobody asked for, or that has its way, is passed over: the first one stays.
--
-- Access: worker
create or replace function tape_paths_record(p_market integer, p_seconds timestamptz[], p_paths bytea[]) returns void
language sql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
  update tape_path p set path = given.path
    from unnest(p_seconds, p_paths) as given (second, path)
   where p.market_id = p_market and p.second = given.second and p.path is null
$$;
