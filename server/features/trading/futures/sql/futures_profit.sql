-- The gain that closing a quantity books (below zero: loss), rounded down to the currency's scale:
-- `realisedProfit` of contract/rules/margin.rules.ts.
create or replace function futures_profit(
  p_side smallint, p_entry_price numeric, p_quantity numeric, p_price numeric, p_scale integer
) returns numeric
language sql immutable parallel safe
as $$
  select amount_gained(p_side * (p_price - p_entry_price) * p_quantity, p_scale)
$$;
