-- The mean price of lots that were closed before and lots that are closed now, cut to the 18 decimals that a
-- price has: `averagePrice` of test/reference-forms.ts. The price before is null where there are none.
create or replace function futures_average_price(
  p_price_before numeric, p_lots_before integer, p_price numeric, p_lots integer
) returns numeric
language sql immutable parallel safe
as $$
  select div((coalesce(p_price_before, 0) * p_lots_before + p_price * p_lots) * 1e18, p_lots_before + p_lots) * 1e-18
$$;
