-- In which spans between two instants a market was halted, by what the database wrote down. A halt that goes on ends
-- with the second instant, which is not in a span itself.
create or replace function market_halted_spans(p_market integer, p_since timestamptz, p_until timestamptz)
returns tstzmultirange
language sql stable
set enable_seqscan = off
as $$
  select coalesce(range_agg(noted.span) filter (where noted.halted), '{}')
    from (
      select n.halted, tstzrange(n.at, lead(n.at, 1, p_until) over (order by n.at, n.id)) as span
        from market_halt n
       where n.market_id = p_market and n.at < p_until
         -- the last one before the first instant says how it begins
         and n.at >= coalesce((
           select b.at from market_halt b where b.market_id = p_market and b.at <= p_since
            order by b.at desc, b.id desc limit 1), '-infinity')) noted
$$;
