-- The lots that each position gives to a reduce-only limit order: those that no other closing order has reserved, of
-- positions with fewer than p_most closing orders. The same rule as `waitingPortionsOf`.
create or replace function futures_waiting_portions(
  p_lots integer[], p_reserved integer[], p_orders integer[], p_most integer, p_wanted integer
) returns integer[]
language sql immutable parallel safe
as $$
  select futures_portions(
           array_agg(case when orders < p_most then lots - reserved else 0 end order by place), p_wanted)
    from unnest(p_lots, p_reserved, p_orders) with ordinality as each (lots, reserved, orders, place)
$$;
