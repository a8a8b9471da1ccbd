-- What a purchase costs beside the stake, rounded up to the currency's scale: `feeOf` of
-- contract/rules/option-settlement.rules.ts.
create or replace function option_fee(p_stake numeric, p_fee_ratio numeric, p_scale integer) returns numeric
language sql immutable parallel safe
as $$
  select amount_charged(p_stake * p_fee_ratio, p_scale)
$$;
