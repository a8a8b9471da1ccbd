-- Coins that an amount buys, cut to their decimals: `purchase` of contract/rules/subscription.rules.ts.
create or replace function subscription_coins(
  p_amount numeric, p_price numeric, p_coin_scale integer
) returns numeric
language sql immutable parallel safe
as $$
  -- Multiplied, because a quotient of two large numbers loses digits.
  select div(p_amount * 10::numeric ^ p_coin_scale, p_price) * round(1 / 10::numeric ^ p_coin_scale, p_coin_scale)
$$;
