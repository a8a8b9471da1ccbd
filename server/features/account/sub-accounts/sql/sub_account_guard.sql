-- Trigger of sub_account: its user can be reached by keys alone, its main one is none itself, and whose it is never
-- changes. Nobody takes one away.
--
-- Access: stored functions
create or replace function sub_account_guard() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'whose a sub-account is never changes';
  elsif tg_op = 'UPDATE' then
    if (new.id, new.user_id, new.main_id, new.created_at)
      is distinct from (old.id, old.user_id, old.main_id, old.created_at) then
      raise exception 'whose a sub-account is never changes';
    end if;
    return new;
  end if;
  if exists (select from sub_account s where s.user_id = new.main_id or s.main_id = new.user_id)
    or not exists (select from account_user u where u.id = new.main_id and u.extension_code is not null)
    or not exists (select from account_user u where u.id = new.user_id and u.extension_code is null) then
    raise exception 'a sub-account is of a main one, and has no way to log in' using errcode = 'SU001';
  end if;
  return new;
end
$$;
