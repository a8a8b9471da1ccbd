-- What becomes of an order at a settlement price, `void` where there is none: `resultAt` of
-- contract/rules/option-settlement.rules.ts.
create or replace function option_result(
  p_direction text, p_price numeric, p_entry_price numeric, p_even_band numeric
) returns text
language sql immutable parallel safe
as $$
  select case
    when p_price is null then 'void'
    when p_direction = 'even' then case when abs(p_price - p_entry_price) <= p_even_band then 'win' else 'loss' end
    when p_price = p_entry_price then 'tie'
    when (p_price > p_entry_price) = (p_direction = 'rise') then 'win'
    else 'loss' end
$$;
