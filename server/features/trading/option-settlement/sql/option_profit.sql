-- What an order has won, or lost of its stake: `payoutOf` of contract/rules/option-settlement.rules.ts.
create or replace function option_profit(p_result text, p_stake numeric, p_winnings numeric) returns numeric
language sql immutable parallel safe
as $$
  select case p_result when 'win' then p_winnings when 'loss' then -p_stake else 0 end
$$;
