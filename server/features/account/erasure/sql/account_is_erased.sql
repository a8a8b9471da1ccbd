-- Whether the user's account was erased, of a sub-account whether the main one was.
create or replace function account_is_erased(p_user bigint) returns boolean
language sql stable
as $$
  select exists (select from account_erasure e where e.user_id = person_of(p_user) and e.outcome = 'erased')
$$;
