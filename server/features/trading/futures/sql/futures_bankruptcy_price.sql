-- Where what backs a position is gone, to the 18 decimals that a price has; null where that is not above zero.
-- `bankruptcyPrice` of test/reference-forms.ts.
--
-- Rounded in the position's favour, so that closing at it leaves no shortfall.
create or replace function futures_bankruptcy_price(
  p_side smallint, p_quantity numeric, p_entry_price numeric, p_backing numeric
) returns numeric
language sql immutable parallel safe
as $$
  select nullif(greatest(p_entry_price - p_side * div(p_backing * 1e18, p_quantity) * 1e-18, 0), 0)
$$;
