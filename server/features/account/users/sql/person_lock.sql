-- One at a time of a person, whichever of the accounts: for what is judged by all of them together, whose own accounts'
-- locks do not meet. Answers the person.
--
-- Access: stored functions
create or replace function person_lock(p_user bigint) returns bigint
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  person constant bigint := person_of(p_user);
begin
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'person', person), 0));
  return person;
end
$$;
