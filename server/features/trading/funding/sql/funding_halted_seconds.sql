-- For how many whole seconds of the eight hours that end at a stamp a market was halted, by the instants that the
-- database wrote down. Halts that overlap count once, and those that follow each other together. Of stamps that were decided
-- by the version before, whose checks ask it.
create or replace function funding_halted_seconds(p_market integer, p_stamp timestamptz) returns integer
language sql stable
set enable_seqscan = off
as $$
  select coalesce(floor(sum(extract(epoch from h.until - greatest(h.at, p_stamp - interval '8 hours')))), 0)::integer
    from (
      select n.at, n.halted, lead(n.at, 1, p_stamp) over (order by n.at, n.id) as until from market_halt n
       where n.market_id = p_market and n.at < p_stamp
         -- the last one before the eight hours says how they begin
         and n.at >= coalesce((
           select b.at from market_halt b where b.market_id = p_market and b.at <= p_stamp - interval '8 hours'
            order by b.at desc, b.id desc limit 1), '-infinity')) h
   where h.halted and h.until > p_stamp - interval '8 hours'
$$;
