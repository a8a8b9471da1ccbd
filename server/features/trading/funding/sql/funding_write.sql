-- Writes the money, rows, charges and events of a funding plan. In each user's stream the position comes
-- before its balances. What is told before that (p_owners, p_kinds, p_events) are the orders that were revoked for it.
--
-- Access: stored functions
create or replace function funding_write(
  p_steps funding_step[], p_rate funding_rate, p_at timestamptz, p_owners bigint[], p_kinds text[], p_events jsonb[]
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  is_demo boolean;
  booked record;
  places integer[] := '{}'::integer[];
  parts integer[] := '{}'::integer[];
  owners bigint[] := '{}'::bigint[];
  events jsonb[] := '{}'::jsonb[];
  outgoing record;
begin
  foreach is_demo in array array[false, true] loop
    select * into booked from funding_book(p_steps, p_rate.stamp, is_demo, p_at);
    places := places || booked.places;
    parts := parts || booked.parts;
    owners := owners || booked.owners;
    events := events || booked.events;
  end loop;
  update futures_position f set margin = f.margin - step.from_margin,
         funding = f.funding - step.from_account - step.from_margin, updated_at = p_at
    from unnest(p_steps) step
   where f.id = step.id and step.from_account + step.from_margin <> 0;
  insert into funding_charge (position_id, stamp, user_id, market_id, demo, lots, mark, rate, notional, owed, paid, at)
  select step.id, p_rate.stamp, step.user_id, p_rate.market_id, step.demo, step.lots, p_rate.mark, p_rate.rate,
         step.notional, step.owed, step.from_account + step.from_margin, p_at
    from unnest(p_steps) step order by step.id;
  select array_agg(event.owner order by event.place, event.part) as owners,
         array_agg(event.kind order by event.place, event.part) as kinds,
         array_agg(event.payload order by event.place, event.part) as payloads
    into outgoing
    from (
      select step.place, 0 as part, step.user_id as owner, 'position' as kind, futures_position_event(f) as payload
        from unnest(p_steps) step join futures_position f on f.id = step.id
      union all
      select balance.place, balance.part, balance.owner, 'balance', balance.payload
        from unnest(places, parts, owners, events) as balance (place, part, owner, payload)) event;
  perform outbox_append_many(p_owners || outgoing.owners, p_kinds || outgoing.kinds, p_events || outgoing.payloads, p_at);
end
$$;
