-- When all sessions were ended is written once: nothing that died then lives again.
create or replace function account_session_cut_append_only() returns trigger
language plpgsql
as $$
begin
  raise exception 'an end of all sessions is written once';
end
$$;
