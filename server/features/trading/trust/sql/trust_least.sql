-- The least that an order of a product may be: what its terms say, or else what bears interest at all, as each day is cut
-- to the currency's scale for itself.
create or replace function trust_least(p_minimum numeric, p_daily_ratio numeric, p_scale integer) returns numeric
language sql immutable parallel safe
as $$
  select greatest(p_minimum, ceil(1 / nullif(p_daily_ratio, 0)) / 10::numeric ^ p_scale)
$$;
