-- The rate of an interval by its mean premium, within the cap on either side: `fundingRate` of
-- contract/rules/funding.rules.ts.
create or replace function funding_rate_of(p_premium numeric, p_cap numeric) returns numeric
language sql immutable parallel safe
as $$
  select trunc(least(p_cap, greatest(-p_cap,
    p_premium + least(0.0005, greatest(-0.0005, 0.0001 - p_premium)))), 10)
$$;
