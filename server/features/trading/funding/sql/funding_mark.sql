-- The mark of a stamp: that of the last second of the tape up to it, ten seconds old at most and of one of these origins.
-- Null where there is none.
create or replace function funding_mark(p_market integer, p_stamp timestamptz, p_origins text[]) returns numeric
language sql stable
as $$
  select case when s.origin = any (p_origins) then s.mark end from price_sample s
   where s.market_id = p_market and s.second <= p_stamp and s.second >= p_stamp - interval '10 seconds'
   order by s.second desc limit 1
$$;
