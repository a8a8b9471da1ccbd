-- Ends open orders whose date has come by the database's clock, with the stops that wait paired with them, at most so
-- many, and releases what is frozen for them, one journal an order. An order that somebody is at is left to the next
-- round: whoever has it first decides; one whose stop was reached is left to that. Works in cancel-only. Answers how
-- many, and whose events there are.
--
-- p_only: of these alone.
--
-- Access: worker
create or replace function spot_expire(
  p_limit integer, p_at timestamptz, p_only bigint[], out orders integer, out users bigint[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  locked bigint[];
  due record;
  pairs record;
  balances record;
begin
  p_at := require_reached(p_at);
  orders := 0;
  users := '{}';
  select array_agg(l.id) into locked from (
    select o.id from spot_order o where o.status = 'open' and o.expires_at <= database_now(p_at)
       and o.id = any(p_only) and not exists (
         select from spot_stop s
          where s.paired_order_id = o.id and s.status = 'waiting' and not spot_stop_is_over(s, p_at))
     order by o.expires_at, o.id limit p_limit for no key update skip locked) l;
  -- Whoever reaches a paired stop has its order: once that is ours, what the stop says stays.
  with ended as (
    update spot_order o set status = 'cancelled', reason = 'expired', reserved = 0, updated_at = p_at, ended_at = p_at,
           version = version + 1
     where o.id = any(locked) and not exists (
       select from spot_stop s
        where s.paired_order_id = o.id and s.status = 'waiting' and not spot_stop_is_over(s, p_at))
    returning o.*)
  select array_agg(o.id) as ids, array_agg(o.user_id) as owners, array_agg(o.demo) as demos,
         array_agg(case o.side when 'buy' then o.quote_currency_id else o.base_currency_id end) as currencies,
         array_agg(was.reserved::numeric) as amounts, array_agg(spot_order_event(o.*::spot_order)) as events
    into due from ended o join spot_order was on was.id = o.id;
  if due.ids is null then
    return;
  end if;
  select e.users, e.events into pairs from spot_pair_end(due.ids, 'expired', p_at) e;
  select r.users, r.payloads into balances
    from spot_release_many('spot.release', 'spot-order', due.ids, due.owners, due.demos, due.currencies, due.amounts,
      p_at) r;
  orders := cardinality(due.ids);
  users := due.owners || pairs.users || balances.users;
  perform outbox_append_many(users,
    array_fill('order'::text, array[orders + cardinality(pairs.users)])
      || array_fill('balance'::text, array[cardinality(balances.users)]),
    due.events || pairs.events || balances.payloads, p_at);
end
$$;
