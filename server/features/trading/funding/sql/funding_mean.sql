-- The mean premium of the eight hours before a stamp, of samples of these origins, and how many there were; zero of none.
create or replace function funding_mean(
  p_market integer, p_stamp timestamptz, p_origins text[], out premium numeric, out samples integer
)
language sql stable
as $$
  select coalesce(round(avg(p.premium), 18), 0), count(*)::integer from funding_premium p
   where p.market_id = p_market and p.at >= p_stamp - interval '8 hours' and p.at < p_stamp and p.origin = any (p_origins)
$$;
