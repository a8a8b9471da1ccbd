-- A price at so many decimals, half to even: `roundedPrice` of contract/rules/option-settlement.rules.ts. For
-- values of zero and more.
create or replace function option_rounded(p_value numeric, p_decimals integer) returns numeric
language sql immutable
as $$
  select case when (p_value - trunc(p_value, p_decimals)) * 10::numeric ^ p_decimals = 0.5
               and mod(trunc(p_value, p_decimals) * 10::numeric ^ p_decimals, 2) = 0
              then trunc(p_value, p_decimals) else round(p_value, p_decimals) end
$$;
