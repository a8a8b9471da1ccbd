-- Seconds of the window that settles an order of such a term: `windowSeconds` of
-- contract/rules/option-settlement.rules.ts.
create or replace function option_window_seconds(p_seconds integer) returns integer
language sql immutable parallel safe
as $$
  select least(60, greatest(5, p_seconds / 20))
$$;
