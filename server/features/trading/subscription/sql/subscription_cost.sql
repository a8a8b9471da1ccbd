-- What so many coins cost, raised to the decimals of the payment coin: `costOf` of
-- contract/rules/subscription.rules.ts.
create or replace function subscription_cost(
  p_coins numeric, p_price numeric, p_payment_scale integer
) returns numeric
language sql immutable parallel safe
as $$
  -- Multiplied, because a quotient of two large numbers loses digits.
  select ceil(p_coins * p_price * 10::numeric ^ p_payment_scale) * round(1 / 10::numeric ^ p_payment_scale, p_payment_scale)
$$;
