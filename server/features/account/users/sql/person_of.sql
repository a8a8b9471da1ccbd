-- Whose account it is: of a sub-account its main one, of every other itself. Whatever is limited by person goes by this.
-- One look-up by key.
--
-- Access: product
create or replace function person_of(p_user bigint) returns bigint
language sql stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
  select coalesce((select s.main_id from sub_account s where s.user_id = p_user), p_user)
$$;
