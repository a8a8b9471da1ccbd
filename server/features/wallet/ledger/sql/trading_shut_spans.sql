-- In which spans between two instants a book took no new risk, by what the database wrote down of its modes. A span that
-- goes on ends with the second instant, which is not in a span itself.
--
-- Access: stored functions
create or replace function trading_shut_spans(p_demo boolean, p_since timestamptz, p_until timestamptz)
returns tstzmultirange
language sql stable
set enable_seqscan = off
as $$
  select coalesce(range_agg(noted.span)
           filter (where noted.mode <> 'open' and noted.span && tstzrange(p_since, p_until)), '{}')
       + coalesce((select tstzmultirange(tstzrange(m.since, greatest(m.since, p_until))) from trading_mode m
                    where m.demo = p_demo and m.mode <> 'open'), '{}')
    from (
      -- Of before there were two books the changes were both books'.
      select n.mode, tstzrange(n.at, greatest(n.at, lead(n.at, 1, p_until) over (order by n.id))) as span
        from trading_mode_change n
       where coalesce(n.demo, p_demo) = p_demo) noted
$$;
