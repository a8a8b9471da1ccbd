-- Changes what a stop that waits is for and where it is triggered, under its own number, in one transaction with the
-- difference of what is frozen for it. A repetition does nothing.
--
-- p_version: the stop as the caller has judged it; another one is refused with 40001, and judged again. p_terms: all
-- terms that it is to have, { triggerPrice, limitPrice, quantity, cost, trailRatio, trailDistance, pairedLimitPrice },
-- the last of the order that it is paired with, which has its quantity; p_reserve: what both need frozen by them. Less of
-- it and nothing else lowers risk: that is taken wherever a stop can be taken back. Another place is judged on the tape
-- from p_at on.
--
-- Refusals: SP001 no such stop, SP002 it does not wait any more, SP010 a price has reached it already, LG001, LG005,
-- NW001, ID001, and those of country_rule_assert and own_limits_assert where more is to be paid; in a break no more of a
-- purchase is changed than that it becomes less.
--
-- Access: product
create or replace function spot_stop_amend(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_stop bigint, p_version integer, p_terms jsonb, p_reserve numeric
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  s spot_stop;
  o spot_order;
  trigger_to numeric := (p_terms->>'triggerPrice')::numeric;
  limit_to constant numeric := (p_terms->>'limitPrice')::numeric;
  amount_to constant numeric := coalesce(p_terms->>'quantity', p_terms->>'cost')::numeric;
  trail_to constant numeric := coalesce(p_terms->>'trailRatio', p_terms->>'trailDistance')::numeric;
  paired_to constant numeric := (p_terms->>'pairedLimitPrice')::numeric;
  trail_from numeric;
  amount_from numeric;
  is_same_place boolean;
  judged timestamptz;
  more numeric;
  amendment bigint;
  moved_users bigint[] := '{}'::bigint[];
  moved_events jsonb[] := '{}'::jsonb[];
  changes jsonb[];
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  -- Before the stop, as every command does; what is asked of the limits is known only then.
  perform country_rule_hold();
  perform from own_limit_account l where l.user_id = person_of(p_user) for no key update;
  -- A paired one is its order's: that is locked first.
  select * into o from spot_order
   where id = (select w.paired_order_id from spot_stop w where w.id = p_stop and w.user_id = p_user) for no key update;
  select * into s from spot_stop where id = p_stop and user_id = p_user for no key update;
  if not found then
    raise exception 'no such stop' using errcode = 'SP001';
  elsif s.status <> 'waiting' or (s.triggered_price is null and s.expires_at <= database_now(p_at)) then
    raise exception 'it does not wait any more' using errcode = 'SP002';
  elsif s.triggered_price is not null then
    raise exception 'a price has reached it already' using errcode = 'SP010';
  elsif s.version <> p_version then
    raise exception 'it has changed since it was read' using errcode = '40001';
  end if;
  amount_from := coalesce(s.quantity, s.cost);
  trail_from := coalesce(s.trail_ratio, s.trail_distance);
  -- The best price that it has seen may have moved less than its trigger price shows.
  if s.watermark is not null then
    select case when trail_to = trail_from then s.trigger_price
                else spot_trail_price(s.direction, s.watermark, case when s.trail_ratio is not null then trail_to end,
                  case when s.trail_distance is not null then trail_to end, m.price_scale) end
      into trigger_to from market m where m.id = s.market_id;
  end if;
  -- Once the row is held: whoever judges the tape now leaves it alone, and it has followed what was judged before.
  select p.second into judged from spot_stop_place p where p.market_id = s.market_id;
  more := p_reserve - coalesce(o.reserved, s.reserved);
  is_same_place := (trigger_to, trail_to) is not distinct from (s.trigger_price::numeric, trail_from);
  if not (is_same_place and (limit_to, paired_to) is not distinct from (s.limit_price::numeric, o.limit_price::numeric)
    and amount_to < amount_from) then
    perform spot_amend_assert(p_user, s.demo, s.side, s.quote_currency_id, more, p_at);
  end if;
  insert into spot_stop_amendment (stop_id, version, trigger_before, trigger_after, limit_before, limit_after,
    amount_before, amount_after, trail_before, trail_after, paired_limit_before, paired_limit_after, at)
  values (s.id, s.version + 1, s.trigger_price, trigger_to, s.limit_price, limit_to, amount_from, amount_to,
    trail_from, trail_to, o.limit_price, paired_to, p_at)
  returning id into amendment;
  update spot_stop set trigger_price = trigger_to, limit_price = limit_to,
         quantity = case when quantity is not null then amount_to end, cost = case when cost is not null then amount_to end,
         trail_ratio = case when trail_ratio is not null then trail_to end,
         trail_distance = case when trail_distance is not null then trail_to end,
         reserved = case when o.id is null then p_reserve else 0 end,
         is_heard = is_heard and is_same_place,
         -- What it waited for until now was asked of the terms of before.
         judged_from = case when is_same_place then judged_from else greatest(p_at, database_now(p_at)) end,
         followed_to = case when is_same_place or not is_heard then followed_to else coalesce(judged, created_at) end,
         amendments = amendments + 1, updated_at = p_at, version = version + 1
   where id = s.id returning * into s;
  changes := array[spot_stop_event(s)];
  if (paired_to, amount_to) is distinct from (o.limit_price::numeric, o.quantity::numeric) and o.id is not null then
    insert into spot_order_amendment (order_id, version, limit_before, limit_after, quantity_before, quantity_after,
      after_fill_id, at)
    values (o.id, o.version + 1, o.limit_price, paired_to, o.quantity, amount_to, 0, p_at);
    update spot_order set limit_price = paired_to, quantity = amount_to, reserved = p_reserve, amended_at = p_at,
           updated_at = p_at, version = version + 1
     where id = o.id returning * into o;
    changes := changes || spot_order_event(o);
  elsif o.id is not null and more <> 0 then
    update spot_order set reserved = p_reserve, updated_at = p_at, version = version + 1
     where id = o.id returning * into o;
    changes := changes || spot_order_event(o);
  end if;
  if more <> 0 then
    select f.users, f.payloads into moved_users, moved_events
      from spot_post('spot.stop-amend', array_fill(amendment::text, array[2]), p_at, s.demo, array[p_user, p_user],
        array['spot', 'spot_frozen'],
        array_fill(case s.side when 'buy' then s.quote_currency_id else s.base_currency_id end, array[2]),
        array[-more, more],
        array[null, case when o.id is null then concat('spot-stop:', s.id) else concat('spot-order:', o.id) end]) f;
  end if;
  perform outbox_append_many(array_fill(p_user, array[cardinality(changes)]) || moved_users,
    array_fill('order'::text, array[cardinality(changes)]) || array_fill('balance'::text, array[cardinality(moved_users)]),
    changes || moved_events, p_at);
end
$$;
