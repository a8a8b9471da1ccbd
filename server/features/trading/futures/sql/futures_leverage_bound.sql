-- The highest leverage that the maintenance table of a market allows for a notional: of the step that it falls into,
-- which begins above its floor. The same rule is `maxLeverage` of the margin rules.
create or replace function futures_leverage_bound(p_market integer, p_notional numeric) returns integer
language sql stable
set search_path = public, pg_temp
as $$
  select t.max_leverage from maintenance_tier t
   where t.market_id = p_market and (t.floor < p_notional or t.floor = 0)
   order by t.floor desc limit 1
$$;
