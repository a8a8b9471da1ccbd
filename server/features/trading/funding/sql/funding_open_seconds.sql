-- For how many whole seconds of the eight hours that end at a stamp a market could be traded: its session was open, by the
-- caller's spans, and no operator had halted it, by the instants that the database wrote down.
create or replace function funding_open_seconds(p_market integer, p_stamp timestamptz, p_sessions tstzmultirange)
returns integer
language sql stable
set enable_seqscan = off
as $$
  select coalesce(floor(sum(extract(epoch from upper(traded.span) - lower(traded.span)))), 0)::integer
    from unnest(tstzmultirange(tstzrange(p_stamp - interval '8 hours', p_stamp)) * p_sessions
           - market_halted_spans(p_market, p_stamp - interval '8 hours', p_stamp)) as traded (span)
$$;
