-- Offers that nobody launched within 30 days (`LAUNCH_GRACE_DAYS` of contract/rules/subscription.rules.ts) of the
-- planned day are cancelled: no payment is kept for a launch that does not come. Answers how many.
--
-- Access: worker
create or replace function subscription_lapse(p_at timestamptz) returns integer
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  lapsed integer;
begin
  p_at := require_reached(p_at);
  with late as (
    select f.id from subscription_offer f
     where f.status = 'open' and f.launches_at + interval '30 days' < p_at
     order by f.id for no key update skip locked)
  update subscription_offer f set status = 'cancelled', cancelled_at = p_at, cancel_reason = 'not-launched'
    from late where f.id = late.id;
  get diagnostics lapsed = row_count;
  return lapsed;
end
$$;
