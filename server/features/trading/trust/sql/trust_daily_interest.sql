-- Interest of one day, cut to the currency's scale: `dailyInterest` of contract/rules/trust.rules.ts. The check of
-- trust_order says the same in its own words.
create or replace function trust_daily_interest(
  p_principal numeric, p_daily_ratio numeric, p_scale integer
) returns numeric
language sql immutable parallel safe
as $$
  select trunc(p_principal * p_daily_ratio, p_scale)
$$;
