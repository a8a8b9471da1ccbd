-- Sets a limit of a user; p_amount null: takes it away. What is stricter, or the first, holds at once; what is laxer 24
-- hours later, by the database's clock, and until then may be called back. Whatever was asked for before and does not
-- hold yet is called back, also by asking for what holds now. Answers from when on it holds; null where it is so already
-- and nothing else was asked for.
--
-- Access: product
create or replace function own_limit_set(
  p_user bigint, p_kind text, p_period text, p_amount numeric, p_at timestamptz
) returns timestamptz
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  now_at timestamptz;
  present record;
  holds_from timestamptz;
begin
  perform require_reached(p_at);
  perform own_limit_account_lock(p_user, database_now(p_at));
  -- Behind the lock: what another command has set meanwhile holds already.
  now_at := date_trunc('milliseconds', database_now(p_at));
  select l.amount into present from own_limits_in_force(p_user, now_at) l where l.kind = p_kind and l.period = p_period;
  update own_limit set called_back_at = now_at
   where user_id = p_user and kind = p_kind and period = p_period and called_back_at is null
     and effective_at > greatest(asked_at, now_at);
  if not found and present.amount is not distinct from p_amount then
    return null;
  end if;
  holds_from := case when own_limit_is_laxer(present.amount, p_amount) then now_at + interval '24 hours' else now_at end;
  insert into own_limit (user_id, kind, period, amount, asked_at, effective_at)
  values (p_user, p_kind, p_period, p_amount, now_at, holds_from);
  return holds_from;
end
$$;
