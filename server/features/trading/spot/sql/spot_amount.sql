-- What an order has paid or received for the sum of price x quantity: raised for a buyer and cut for a seller, once for
-- the whole order. `fillOf` of contract/rules/spot.rules.ts.
create or replace function spot_amount(p_side text, p_exact numeric, p_scale integer) returns numeric
language sql immutable parallel safe
as $$
  select case p_side when 'buy' then amount_charged(p_exact, p_scale) else trunc(p_exact, p_scale) end
$$;
