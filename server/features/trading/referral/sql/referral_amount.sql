-- What a day's fees of one person in one currency bring: their part by the ratio, cut to the currency's decimals.
-- `rebateOf` of contract/rules/referral.rules.ts.
create or replace function referral_amount(p_fee numeric, p_ratio numeric, p_scale smallint) returns numeric
language sql immutable parallel safe
as $$
  select greatest(trunc(p_fee * p_ratio, p_scale), 0)
$$;
