-- Whether one limit allows more than another; null is none.
--
-- Access: stored functions
create or replace function own_limit_is_laxer(p_present numeric, p_wanted numeric) returns boolean
language sql immutable
as $$
  select p_present is not null and (p_wanted is null or p_wanted > p_present)
$$;
