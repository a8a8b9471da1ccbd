-- For how many whole seconds of the eight hours that end at a stamp a market was halted, by the instants that the
-- database wrote down. Halts that overlap count once, and those that follow each other together. Of stamps that were decided
-- by the version before, whose checks ask it.
create or replace function funding_halted_seconds(p_market integer, p_stamp timestamptz) returns integer
language sql stable
set enable_seqscan = off
as $$
  select coalesce(floor(sum(extract(epoch from upper(halt.span) - lower(halt.span)))), 0)::integer
    from unnest(tstzmultirange(tstzrange(p_stamp - interval '8 hours', p_stamp))
           * market_halted_spans(p_market, p_stamp - interval '8 hours', p_stamp)) as halt (span)
$$;
