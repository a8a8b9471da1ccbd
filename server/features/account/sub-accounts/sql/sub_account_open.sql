-- Opens a sub-account of a main one: a user with books, orders and keys of its own, whom nobody can log in as. Answers its
-- number; null where there are so many already. The main one's row is locked, so that two at once are counted.
--
-- Refusals: SU001 a sub-account opens none, SU004 there is one of this name.
--
-- Access: product
create or replace function sub_account_open(
  p_user bigint, p_label text, p_label_key text, p_most integer, p_at timestamptz
) returns bigint
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  sub bigint;
begin
  perform require_reached(p_at);
  perform from account_user u where u.id = p_user and u.disabled_at is null for no key update;
  if not found then
    raise exception 'no account' using errcode = 'SU001';
  end if;
  if p_most <= (select count(*) from sub_account s where s.main_id = p_user) then
    return null;
  end if;
  if exists (select from sub_account s where s.main_id = p_user and s.label_key = p_label_key) then
    raise exception 'there is one of this name' using errcode = 'SU004';
  end if;
  insert into account_user (language, created_at)
  select u.language, p_at from account_user u where u.id = p_user returning id into sub;
  insert into sub_account (user_id, main_id, label, label_key, created_at)
  values (sub, p_user, p_label, p_label_key, p_at);
  return sub;
end
$$;
