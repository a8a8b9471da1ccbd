-- Whether an order may go from one state to the other at all: the pairs of `OTC_STEPS` in contract/rules/otc-order.rules.ts.
create or replace function otc_step_known(p_from smallint, p_to smallint) returns boolean
language sql immutable
as $$
  select (p_from, p_to) in ((1, 1), (1, 2), (1, 5), (2, 2), (2, 3), (2, 4), (2, 5), (4, 3), (4, 5), (5, 4))
$$;
