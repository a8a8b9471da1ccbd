-- Calls back a change of a limit that does not hold yet; answers whether there was one.
--
-- Access: product
create or replace function own_limit_call_back(p_user bigint, p_kind text, p_period text, p_at timestamptz) returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  now_at timestamptz;
begin
  perform require_reached(p_at);
  perform from own_limit_account l where l.user_id = p_user for no key update;
  now_at := database_now(p_at);
  update own_limit set called_back_at = now_at
   where user_id = p_user and kind = p_kind and period = p_period and called_back_at is null
     and effective_at > greatest(asked_at, now_at);
  return found;
end
$$;
