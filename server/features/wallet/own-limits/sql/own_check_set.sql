-- How often a user is told how long it is here: minutes, or null for never.
--
-- Access: product
create or replace function own_check_set(p_user bigint, p_minutes smallint, p_at timestamptz) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  perform require_reached(p_at);
  perform own_limit_account_lock(p_user, database_now(p_at));
  update own_limit_account
     set check_minutes = p_minutes, seen_at = coalesce(seen_at, database_now(p_at)),
         stay_began_at = coalesce(stay_began_at, database_now(p_at))
   where user_id = p_user;
end
$$;
