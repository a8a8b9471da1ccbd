-- What somebody gains (or loses, below zero), lowered to so many decimals: `gained` of
-- contract/rules/margin.rules.ts. Multiplied by the unit, as in amount_charged.
create or replace function amount_gained(p_value numeric, p_scale integer) returns numeric
language sql immutable parallel safe
as $$
  select floor(p_value * 10::numeric ^ p_scale) * 10::numeric ^ -p_scale
$$;
