-- One price of several amounts that each have their own: together they are worth by it what each of them is worth, cut to
-- eight decimals, to the last digit. Null where one of them has none. Amounts are above zero and less than 10^10; beyond
-- that the last digit may be one more.
create or replace function joint_price(p_amounts numeric[], p_prices numeric[]) returns numeric
language sql immutable
as $$
  select case when count(*) = 1 then max(one.price)
              when count(one.price) = count(*) then
                -- Rounded up in its last place: cut to eight decimals, the worth is what it was. Divided in whole numbers.
                div(sum(trunc(one.amount * one.price, 8)) * 1e36 + sum(one.amount) * 1e18 - 1,
                  sum(one.amount) * 1e18) * 1e-18
         end
    from unnest(p_amounts, p_prices) as one (amount, price)
$$;
