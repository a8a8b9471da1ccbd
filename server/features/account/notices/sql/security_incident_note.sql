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
begin
  p_at := require_reached(p_at);
  -- Where there are enough already, nobody waits.
  if security_incidents_enough(p_user, p_kind, p_at, p_hourly, p_daily) then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtext('security_incident'), hashtext(coalesce(p_user::text, p_ip) || ' ' || p_kind));
  -- This look is that of the one writer.
  if security_incidents_enough(p_user, p_kind, p_at, p_hourly, p_daily) then
    return false;
  end if;
  insert into account_security_event (user_id, kind, about, ip, device, request, at)
  select p_user, p_kind, p_about, p_ip, p_device, p_request, p_at where p_user is not null;
  return p_user is not null;
end
$$;
