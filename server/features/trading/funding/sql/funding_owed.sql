-- What a position owes at a stamp (below zero: receives), at the currency's scale: payments round up, receipts
-- round down. `fundingPayment` of test/reference-forms.ts.
create or replace function funding_owed(
  p_side smallint, p_notional numeric, p_rate numeric, p_scale integer
) returns numeric
language sql immutable parallel safe
as $$
  select amount_charged(p_side * p_notional * p_rate, p_scale)
$$;
