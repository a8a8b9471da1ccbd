-- The instant that a caller's clock says, as it counts: never later than the database's own. Called first by what
-- settles, accrues, charges, fills, closes or releases.
--
-- Two clocks that are kept right differ by milliseconds, so up to a second is cut off. Refusal: CK001 the instant
-- is further ahead.
create or replace function require_reached(p_at timestamptz) returns timestamptz
language plpgsql volatile
as $$
declare
  reached constant timestamptz := database_now(p_at);
begin
  if p_at > reached + interval '1 second' then
    raise exception 'the clock of the process is ahead: it says %, the database %', p_at, reached
      using errcode = 'CK001';
  end if;
  return least(p_at, reached);
end
$$;
