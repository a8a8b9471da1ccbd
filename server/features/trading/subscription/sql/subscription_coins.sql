-- Coins that an amount buys, cut to their decimals: `purchase` of contract/rules/subscription.rules.ts.
create or replace function subscription_coins(
  p_amount numeric, p_price numeric, p_coin_scale integer
) returns numeric
language sql immutable parallel safe
as $$
  select div(p_amount * 10::numeric ^ p_coin_scale, p_price) / 10::numeric ^ p_coin_scale
$$;
