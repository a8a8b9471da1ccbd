-- Begins a break of so many hours: a cool-off, or an exclusion. Answers its end; null where a break of the kind runs that
-- is as long or longer. Nobody can end it earlier.
--
-- Access: product
create or replace function own_break_begin(p_user bigint, p_kind text, p_hours integer, p_at timestamptz) returns timestamptz
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  now_at timestamptz;
  ends timestamptz;
begin
  perform require_reached(p_at);
  -- Alone: workers that go by nobody's break have ended, or see this one.
  perform pg_advisory_xact_lock(hashtextextended('own_break', 0));
  perform own_limit_account_lock(p_user, date_trunc('milliseconds', database_now(p_at)));
  -- Only now, however long it was waited for: a break is as long as was asked for.
  now_at := date_trunc('milliseconds', database_now(p_at));
  ends := now_at + make_interval(hours => p_hours);
  if exists (select from own_limit_account l where l.user_id = p_user
              and (l.excluded_until >= ends or (p_kind = 'cool-off' and l.break_until >= ends))) then
    return null;
  end if;
  insert into own_break (user_id, kind, hours, begins_at, ends_at) values (p_user, p_kind, p_hours, now_at, ends);
  update own_limit_account
     set break_until = greatest(break_until, ends),
         excluded_until = case p_kind when 'exclusion' then greatest(excluded_until, ends) else excluded_until end
   where user_id = p_user;
  return ends;
end
$$;
