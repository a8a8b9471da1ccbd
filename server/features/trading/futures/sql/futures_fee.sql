-- The fee of a fill, rounded up to the currency's scale: `tradingFee` of contract/rules/margin.rules.ts.
create or replace function futures_fee(
  p_quantity numeric, p_price numeric, p_fee_ratio numeric, p_scale integer
) returns numeric
language sql immutable parallel safe
as $$
  select amount_charged(p_quantity * p_price * p_fee_ratio, p_scale)
$$;
