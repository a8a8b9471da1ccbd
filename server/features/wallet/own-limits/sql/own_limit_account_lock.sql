-- Makes the row of a user who sets a limit or takes a break for the first time, and locks it: commands that ask the
-- limits wait for it, and it for them.
--
-- Access: stored functions
create or replace function own_limit_account_lock(p_user bigint, p_now timestamptz) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  insert into own_limit_account (user_id, created_at) values (p_user, p_now) on conflict (user_id) do nothing;
  perform from own_limit_account l where l.user_id = p_user for no key update;
end
$$;
