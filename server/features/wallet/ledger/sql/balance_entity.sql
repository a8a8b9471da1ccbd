-- The name of a user's account in events and in the state: `balance:spot:3`.
create or replace function balance_entity(p_demo boolean, p_kind text, p_currency integer) returns text
language sql immutable
as $$
  select case when p_demo then 'demo-balance:' else 'balance:' end || p_kind || ':' || p_currency::text
$$;
