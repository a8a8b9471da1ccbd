-- Whether a user has as many events of a kind as are written: p_hourly in the hour before the instant, or p_daily in
-- the day before it.
create or replace function security_incidents_enough(
  p_user bigint, p_kind text, p_at timestamptz, p_hourly integer, p_daily integer
) returns boolean
language sql
volatile
as $$
  select count(*) filter (where e.at > p_at - interval '1 hour') >= p_hourly or count(*) >= p_daily
    from account_security_event e
   where e.user_id = coalesce(p_user, 0) and e.kind = p_kind and e.at > p_at - interval '1 day'
$$;
