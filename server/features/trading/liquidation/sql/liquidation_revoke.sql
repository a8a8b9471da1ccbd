-- Cancels the orders that compete for the money of the positions that are liquidated, unless another
-- transaction has locked them.
--
-- Access: stored functions
create or replace function liquidation_revoke(
  p_steps liquidation_step[], p_at timestamptz, out owners bigint[], out kinds text[], out events jsonb[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  users constant bigint[] := array(
    select distinct (step.before).user_id from unnest(p_steps) step where step.kind <> 'deleveraged');
  competing record;
  cancelled record;
begin
  owners := '{}';
  kinds := '{}';
  events := '{}';
  for competing in
    select o.id, o.user_id from futures_position o
     where o.user_id = any (users) and o.status = 0 and exists (
       select from unnest(p_steps) step
        where step.kind <> 'deleveraged' and (step.before).user_id = o.user_id and (step.before).demo = o.demo
          and (step.before).margin_mode = o.margin_mode
          and (o.margin_mode = 'cross' or (step.before).market_id = o.market_id))
     order by o.id for no key update skip locked
  loop
    select * into cancelled from futures_cancel_one(competing.id, null, 'revoked', p_at);
    owners := owners || array_fill(competing.user_id, array[cardinality(cancelled.events)]);
    kinds := kinds || cancelled.kinds;
    events := events || cancelled.events;
  end loop;
end
$$;
