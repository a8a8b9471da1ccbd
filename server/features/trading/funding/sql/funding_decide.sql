-- funding_rate_decide, as workers of the version before call it, who say of a session only whether it was open at the
-- stamp: it goes with the next version.
--
-- Access: worker
create or replace function funding_decide(
  p_market integer, p_stamp timestamptz, p_is_open boolean, p_origins text[], p_at timestamptz
) returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  p_at := require_reached(p_at);
  return funding_rate_decide(p_market, p_stamp,
    case when p_is_open then array[p_stamp - interval '8 hours'] else '{}'::timestamptz[] end,
    case when p_is_open then array[p_stamp + interval '1 second'] else '{}'::timestamptz[] end, p_origins, p_at);
end
$$;
