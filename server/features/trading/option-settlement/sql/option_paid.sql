-- What an order pays back at its end; fees are kept unless nobody has won. `payoutOf` of
-- contract/rules/option-settlement.rules.ts.
create or replace function option_paid(
  p_result text, p_stake numeric, p_fee numeric, p_winnings numeric
) returns numeric
language sql immutable parallel safe
as $$
  select case p_result when 'win' then p_stake + p_winnings when 'loss' then 0 else p_stake + p_fee end
$$;
