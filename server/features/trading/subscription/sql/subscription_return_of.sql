-- What is paid beside the coins when they are released, cut: `expectedReturn` of
-- contract/rules/subscription.rules.ts.
create or replace function subscription_return_of(
  p_coins numeric, p_yield_ratio numeric, p_coin_scale integer
) returns numeric
language sql immutable parallel safe
as $$
  select trunc(p_coins * p_yield_ratio, p_coin_scale)
$$;
