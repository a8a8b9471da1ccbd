-- Projects that nobody listed within 30 days (`LISTING_GRACE_DAYS` of contract/rules/ieo.rules.ts) of their date are
-- cancelled: no payment is kept for a listing that does not come. The money goes back by ieo_return. Answers how many.
--
-- Access: worker
create or replace function ieo_expire(p_at timestamptz) returns integer
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  ended integer;
begin
  p_at := require_reached(p_at);
  with late as (
    select p.id from ieo_project p
     where p.listed_at is null and p.cancelled_at is null and p.list_at + interval '720 hours' <= p_at
     order by p.id for no key update skip locked)
  update ieo_project p set cancelled_at = p_at, cancel_reason = 'not-listed' from late where p.id = late.id;
  get diagnostics ended = row_count;
  return ended;
end
$$;
