-- A stop that waits for its price, with what it needs frozen. p_stop: { marketId, demo, side, direction, triggerPrice,
-- limitPrice, quantity, cost, feeRatio, trailRatio, trailDistance, watermark, expiresAt, ordersMost }. A repetition
-- does nothing. Refusals: SP003 too many open orders, where it becomes one that may rest, SP004 no such date, SP005 too
-- many waiting stops, LG001, LG005, NW001, ID001, and those of country_rule_assert and own_limits_assert.
--
-- Access: product
create or replace function spot_stop_place(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_stop jsonb, p_reserve numeric, p_most integer
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  s spot_stop;
  balances record;
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  perform trading_assert_open((p_stop->>'demo')::boolean);
  perform required_reading_assert(p_user, p_at);
  if p_stop->>'side' = 'buy' then
    perform country_rule_assert(p_user, 'spot', null);
    perform own_limits_assert(p_user, (p_stop->>'demo')::boolean,
      (select m.quote_currency_id from market m where m.id = (p_stop->>'marketId')::integer), p_reserve, p_at);
  end if;
  perform spot_date_assert((p_stop->>'expiresAt')::timestamptz, p_at);
  -- Counted one command at a time, like orders that wait.
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'spot_order', p_user, p_stop->>'demo'), 0));
  if p_most <= spot_stops_waiting(p_user, (p_stop->>'demo')::boolean) then
    raise exception 'too many waiting stops' using errcode = 'SP005';
  end if;
  if p_stop->>'limitPrice' is not null
     and (p_stop->>'ordersMost')::integer <= spot_orders_waiting(p_user, (p_stop->>'demo')::boolean) then
    raise exception 'too many open orders' using errcode = 'SP003';
  end if;
  insert into spot_stop (user_id, market_id, base_currency_id, quote_currency_id, demo, side, direction, trigger_price,
    limit_price, quantity, cost, fee_ratio, created_at, updated_at, reserved, trail_ratio, trail_distance, watermark,
    expires_at)
  select p_user, m.id, m.base_currency_id, m.quote_currency_id, (p_stop->>'demo')::boolean, p_stop->>'side',
         p_stop->>'direction', (p_stop->>'triggerPrice')::numeric, (p_stop->>'limitPrice')::numeric,
         (p_stop->>'quantity')::numeric, (p_stop->>'cost')::numeric, (p_stop->>'feeRatio')::numeric, p_at, p_at, p_reserve,
         (p_stop->>'trailRatio')::numeric, (p_stop->>'trailDistance')::numeric, (p_stop->>'watermark')::numeric,
         (p_stop->>'expiresAt')::timestamptz
    from market m where m.id = (p_stop->>'marketId')::integer
  returning * into strict s;
  select * into balances from spot_post('spot.stop-reserve', array_fill(s.id::text, array[2]), p_at, s.demo,
    array[p_user, p_user], array['spot', 'spot_frozen'],
    array_fill(case s.side when 'buy' then s.quote_currency_id else s.base_currency_id end, array[2]),
    array[-p_reserve, p_reserve], array[null, concat('spot-stop:', s.id)]);
  perform outbox_append_batch(p_user, array['order'] || array_fill('balance'::text, array[cardinality(balances.users)]),
    array[spot_stop_event(s)] || balances.payloads, p_at);
end
$$;
