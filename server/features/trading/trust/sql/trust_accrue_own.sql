-- Books the days of interest that are over for one order of a user: for whoever redeems while the workers are behind. An
-- order that somebody else is at is left to them. Answers how many days.
--
-- Access: product
create or replace function trust_accrue_own(p_user bigint, p_order bigint, p_at timestamptz) returns integer
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  days integer := 0;
begin
  p_at := require_reached(p_at);
  if exists (select from trust_order o where o.id = p_order and o.user_id = p_user) then
    while (trust_accrue(1, p_at, array[p_order])).orders > 0 loop
      days := days + 1;
    end loop;
  end if;
  return days;
end
$$;
