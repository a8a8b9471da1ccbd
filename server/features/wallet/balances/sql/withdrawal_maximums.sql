-- The most of a coin that one application for a withdrawal may ask for, and that one user's of a UTC day may together: what
-- is set for the coin, and where nothing is, what all operators may release of it on one day, for more would wait in vain.
-- Null: no bound.
--
-- Access: product
create or replace function withdrawal_maximums(p_currency integer, out most numeric, out a_day numeric)
language sql
stable
as $$
  select min(least(coalesce(c.withdrawal_most, c.payout_by_all), coalesce(c.withdrawal_day, c.payout_by_all))),
         min(coalesce(c.withdrawal_day, c.payout_by_all))
    from adjustment_cap c where c.currency_id = p_currency
$$;
