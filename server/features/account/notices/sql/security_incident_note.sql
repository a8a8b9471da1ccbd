-- Writes that somebody may be attacking a user's account, at most p_hourly of a kind in an hour and p_daily in a
-- day: a flood fills nothing, and hides no event of another kind. An advisory lock makes one writer of a user and kind
-- wait for the other, so that none is lost and none is too many. Without a user nothing is written, with the same
-- work, so that nobody learns from the time whether there is an account.
create or replace function security_incident_note(
  p_user bigint, p_kind text, p_about text, p_ip text, p_device text, p_request text, p_at timestamptz,
  p_hourly integer, p_daily integer
) returns boolean
language plpgsql
as $$
declare
  hour integer;
  day integer;
begin
  for look in 1..2 loop
    select count(*) filter (where e.at > p_at - interval '1 hour'), count(*) into hour, day
      from account_security_event e
     where e.user_id = coalesce(p_user, 0) and e.kind = p_kind and e.at > p_at - interval '1 day';
    if hour >= p_hourly or day >= p_daily then
      return false;
    end if;
    -- The second look is that of the one writer; where there are enough already, nobody waits.
    perform pg_advisory_xact_lock(hashtextextended('security ' || coalesce(p_user::text, p_ip) || ' ' || p_kind, 0));
  end loop;
  insert into account_security_event (user_id, kind, about, ip, device, request, at)
  select p_user, p_kind, p_about, p_ip, p_device, p_request, p_at where p_user is not null;
  return p_user is not null;
end
$$;
