-- Records the seconds of the tape that orders of a market were entered at: the tape itself is retained for some days. Each
-- gets its way to the root of its hour once that is sealed (tape_paths_record).
--
-- Access: worker
create or replace function option_entries_record(p_market integer, p_seconds timestamptz[]) returns void
language sql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
  insert into option_entry (market_id, at, sample)
  select p.market_id, p.second, tape_sample(p) from price_sample p
   where p.market_id = p_market and p.second = any (p_seconds) order by p.second
  on conflict do nothing;
  insert into tape_path (market_id, second)
  select p.market_id, p.second from price_sample p
   where p.market_id = p_market and p.second = any (p_seconds) order by p.second
  on conflict do nothing
$$;
