-- All accounts of a person, by the main one: itself, and its sub-accounts.
--
-- Access: product
create or replace function person_accounts(p_person bigint) returns bigint[]
language sql stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
  select p_person || array(select s.user_id from sub_account s where s.main_id = p_person order by s.user_id)
$$;
