-- Trigger of what only a person has, money that comes in and goes out included: SU001 for a sub-account. The argument is
-- the column that names the user.
--
-- Access: stored functions
create or replace function sub_account_refuse() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  if exists (select from sub_account s where s.user_id = (to_jsonb(new)->>tg_argv[0])::bigint) then
    raise exception 'not for a sub-account: %', tg_table_name using errcode = 'SU001';
  end if;
  return new;
end
$$;
