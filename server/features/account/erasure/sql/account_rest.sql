-- What a user has on real accounts that is too little to leave: of each coin all of it together, less than the smallest
-- withdrawal over any of its networks, and less than the smallest sale on any market of it by the price of the minute, where
-- there is one way out at least. A coin whose price is not known then, or of which anything is frozen, is not among them.
create or replace function account_rest(p_user bigint, p_at timestamptz) returns table (currency_id integer, amount numeric)
language sql stable
as $$
  select held.currency_id, held.amount
    from account_held(p_user) held
   cross join lateral (
     select min(n.withdrawal_minimum) as least from coin_network n where n.currency_id = held.currency_id) network
   cross join lateral (
     select count(*) as markets,
            bool_and(trunc(held.amount, k.quantity_scale) = 0 or coalesce(
              trunc(held.amount, k.quantity_scale) * recorded_price(k.base_currency_id, p_at)
                < s.minimum_amount * recorded_price(k.quote_currency_id, p_at), false)) as is_less
       from spot_product s join market k on k.id = s.market_id
      where k.base_currency_id = held.currency_id and k.spot and s.enabled) sale
   where held.amount > 0 and not held.is_frozen
     and (network.least is null or held.amount < network.least)
     and (sale.markets = 0 or sale.is_less)
     and (network.least is not null or sale.markets > 0)
$$;
