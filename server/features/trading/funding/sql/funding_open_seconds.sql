-- For how many whole seconds of the eight hours that end at a stamp a market could be traded: its session was open, by the
-- caller's spans, and no operator had halted it, by the instants that the database wrote down.
create or replace function funding_open_seconds(p_market integer, p_stamp timestamptz, p_sessions tstzmultirange)
returns integer
language sql stable
set enable_seqscan = off
as $$
  with halt as (
    select n.halted, tstzrange(n.at, lead(n.at, 1, p_stamp) over (order by n.at, n.id)) as span from market_halt n
     where n.market_id = p_market and n.at < p_stamp
       -- the last one before the eight hours says how they begin
       and n.at >= coalesce((
         select b.at from market_halt b where b.market_id = p_market and b.at <= p_stamp - interval '8 hours'
          order by b.at desc, b.id desc limit 1), '-infinity'))
  select coalesce(floor(sum(extract(epoch from upper(traded.span) - lower(traded.span)))), 0)::integer
    from unnest(tstzmultirange(tstzrange(p_stamp - interval '8 hours', p_stamp)) * p_sessions
           - coalesce((select range_agg(h.span) from halt h where h.halted), '{}')) as traded (span)
$$;
