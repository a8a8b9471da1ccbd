-- Whether what an event of the kind says stays when the account is erased: limits and breaks, which are numbers.
create or replace function account_event_open(p_kind text) returns boolean
language sql immutable
as $$
  select p_kind in ('limit-set', 'limit-asked', 'limit-called-back', 'break-began')
$$;
