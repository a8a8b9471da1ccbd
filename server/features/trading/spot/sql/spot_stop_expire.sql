-- Ends waiting stops whose date has come by the database's clock and that wait for nothing else (spot_stop_is_over), at
-- most so many, and releases what is frozen for them, one journal a stop. One that somebody is at is left to the next
-- round. A paired one ends with its order (spot_expire). Works in cancel-only. Answers how many, and whose events there are.
--
-- p_only: of these alone.
--
-- Access: worker
create or replace function spot_stop_expire(
  p_limit integer, p_at timestamptz, p_only bigint[], out stops integer, out users bigint[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  moment timestamptz;
  due record;
  balances record;
begin
  p_at := require_reached(p_at);
  moment := database_now(p_at);
  stops := 0;
  users := '{}';
  with locked as (
    select s.id, s.reserved from spot_stop s
     where s.status = 'waiting' and s.expires_at <= moment and s.id = any(p_only)
       and s.paired_order_id is null and spot_stop_is_over(s, p_at)
     order by s.expires_at, s.id limit p_limit for no key update skip locked),
  ended as (
    update spot_stop s set status = 'cancelled', reason = 'expired', reserved = 0, updated_at = p_at, ended_at = p_at,
           version = s.version + 1
      from locked where s.id = locked.id returning s.*)
  select array_agg(s.id) as ids, array_agg(s.user_id) as owners, array_agg(s.demo) as demos,
         array_agg(case s.side when 'buy' then s.quote_currency_id else s.base_currency_id end) as currencies,
         array_agg(l.reserved::numeric) as amounts, array_agg(spot_stop_event(s.*::spot_stop)) as events
    into due from ended s join locked l on l.id = s.id;
  if due.ids is null then
    return;
  end if;
  select r.users, r.payloads into balances
    from spot_release_many('spot.stop-release', 'spot-stop', due.ids, due.owners, due.demos, due.currencies,
      due.amounts, p_at) r;
  stops := cardinality(due.ids);
  users := due.owners || balances.users;
  perform outbox_append_many(users,
    array_fill('order'::text, array[stops]) || array_fill('balance'::text, array[cardinality(balances.users)]),
    due.events || balances.payloads, p_at);
end
$$;
