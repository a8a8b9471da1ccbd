-- What all open orders of a market and book that are paid in a currency may win together, in that currency: what the
-- house would owe their buyers beside their stakes.
create or replace function option_exposure_of(p_market integer, p_currency integer, p_demo boolean) returns numeric
language sql
stable
set search_path = public, pg_temp
set enable_seqscan = off
as $$
  select coalesce(sum(e.owed), 0) from option_exposure e
   where e.market_id = p_market and e.currency_id = p_currency and e.demo = p_demo
$$;
