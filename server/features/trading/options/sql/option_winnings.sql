-- What a winning order earns beside its stake, cut to the currency's scale: `winningsOf` of
-- contract/rules/option-settlement.rules.ts.
create or replace function option_winnings(p_stake numeric, p_payout_ratio numeric, p_scale integer) returns numeric
language sql immutable parallel safe
as $$
  select trunc(p_stake * p_payout_ratio, p_scale)
$$;
