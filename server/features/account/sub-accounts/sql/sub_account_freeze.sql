-- Freezes a sub-account, or thaws it: null where the main one has no such account, else whether it was the other way
-- before. Transfers hold the row: after this nothing moves that has not been booked yet.
--
-- Access: product
create or replace function sub_account_freeze(p_user bigint, p_sub bigint, p_frozen boolean, p_at timestamptz)
returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  sub record;
begin
  perform require_reached(p_at);
  select s.frozen_at into sub from sub_account s
   where s.user_id = p_sub and s.main_id = p_user for no key update;
  if not found then
    return null;
  elsif (sub.frozen_at is not null) = p_frozen then
    return false;
  end if;
  update sub_account s set frozen_at = case when p_frozen then p_at end where s.user_id = p_sub;
  return true;
end
$$;
