-- Orders under review whose buyer is verified pass, of offers that nobody cancelled. Nobody at the desk decides
-- it: the buyer's identity does. Those of whoever takes a break do not: subscription_return gives them back.
-- Answers how many, and whose events there are.
--
-- p_only: of these alone; null: of all orders.
--
-- Access: worker
create or replace function subscription_pass(
  p_limit integer, p_at timestamptz, p_only bigint[] default null,
  out orders integer, out users bigint[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  events jsonb[];
begin
  p_at := require_reached(p_at);
  perform own_break_hold();
  with locked as (
    select o.id from subscription_order o
      join subscription_offer f on f.id = o.offer_id
     where o.status = 'review' and f.status <> 'cancelled' and (p_only is null or o.id = any (p_only))
       and exists (select from verification_case v
                    where v.user_id = o.user_id and v.level = 'basic' and v.status = 'verified')
       and not exists (select from own_break_of(o.user_id, false, p_at))
     order by o.id limit p_limit for no key update of o skip locked),
  passed as (
    update subscription_order o set status = 'passed', passed_at = p_at, version = version + 1
      from locked where o.id = locked.id returning o.*)
  select count(*)::integer, coalesce(array_agg(passed.user_id order by passed.id), '{}'),
         array_agg(subscription_event(passed.*::subscription_order) order by passed.id)
    into orders, users, events from passed;
  if orders > 0 then
    perform outbox_append_many(users, array_fill('subscription'::text, array[orders]), events, p_at);
  end if;
end
$$;
