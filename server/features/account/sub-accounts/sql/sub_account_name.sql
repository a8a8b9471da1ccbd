-- Gives a sub-account another name; null where the main one has no such account, else the name before. SU004: there is
-- one of this name.
--
-- Access: product
create or replace function sub_account_name(p_user bigint, p_sub bigint, p_label text, p_label_key text) returns text
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  before text;
begin
  -- Names of a person are given one at a time.
  perform from account_user u where u.id = p_user for no key update;
  select s.label into before from sub_account s where s.user_id = p_sub and s.main_id = p_user for no key update;
  if not found then
    return null;
  end if;
  if exists (select from sub_account s
              where s.main_id = p_user and s.label_key = p_label_key and s.user_id <> p_sub) then
    raise exception 'there is one of this name' using errcode = 'SU004';
  end if;
  update sub_account s set label = p_label, label_key = p_label_key where s.user_id = p_sub;
  return before;
end
$$;
