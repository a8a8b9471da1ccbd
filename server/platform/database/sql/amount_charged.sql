-- What somebody pays, raised to so many decimals: `charged` of contract/rules/margin.rules.ts. Multiplied by the
-- unit, because a quotient keeps 16 digits and would not be exact beyond them.
create or replace function amount_charged(p_value numeric, p_scale integer) returns numeric
language sql immutable parallel safe
as $$
  select ceil(p_value * 10::numeric ^ p_scale) * 10::numeric ^ -p_scale
$$;
