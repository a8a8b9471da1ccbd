-- The average price of an execution, cut to 18 decimals: `averagePrice` of contract/rules/spot.rules.ts.
create or replace function spot_average_price(p_exact numeric, p_quantity numeric) returns numeric
language sql immutable parallel safe
as $$
  select div(p_exact * 1e18, p_quantity) * 1e-18
$$;
