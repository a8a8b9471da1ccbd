-- Ends the stops that wait paired with these orders, which the transaction has locked: the orders were executed, or
-- are taken back. Nothing is frozen for them but what the orders hold. Answers their `order` events and whose they
-- are.
--
-- Access: stored functions
create or replace function spot_pair_end(
  p_orders bigint[], p_reason text, p_at timestamptz, out users bigint[], out events jsonb[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  with ended as (
    update spot_stop s set status = 'cancelled', reason = p_reason, updated_at = p_at, ended_at = p_at,
           version = s.version + 1
     where s.paired_order_id = any(p_orders) and s.status = 'waiting' returning s.*)
  select coalesce(array_agg(e.user_id order by e.id), '{}'),
         coalesce(array_agg(spot_stop_event(e.*::spot_stop) order by e.id), '{}') into users, events from ended e;
end
$$;
