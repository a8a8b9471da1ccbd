-- A new order in one round trip: idempotency key, trading mode, order, its first execution where it meets the
-- book, and freezing the rest.
--
-- p_order: { marketId, demo, side, limitPrice, quantity, feeRatio, timeInForce, expiresAt, stop, exit }, the last
-- three where there are any. `stop`: { direction, triggerPrice, limitPrice,
-- most } of a stop that is paired with the order, of the same side, quantity and date, of an order that only waits;
-- p_reserve is then enough for either. `exit`: { takeProfit, stopLoss, expiresAt, most } of a purchase, for the coins
-- that it buys, which are frozen for it. p_fill: an execution as in spot_execute without the order's id, or null;
-- p_taking: what it takes of the book, as in depth_take. p_reserve: what stays frozen. A repetition does nothing.
-- Refusals: SP003 too many open orders, SP005 too many waiting stops, SP004 the date is not from a minute to 90 days
-- ahead by the database's clock, LG001, LG005, NW001, ID001, and those of country_rule_assert and own_limits_assert.
--
-- Access: product
create or replace function spot_submit(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_order jsonb, p_fill jsonb, p_taking jsonb, p_reserve numeric, p_book_at timestamptz, p_origin text, p_most
  integer
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  o spot_order;
  s spot_stop;
  stop constant jsonb := nullif(p_order->'stop', 'null');
  leaving constant jsonb := nullif(p_order->'exit', 'null');
  expires constant timestamptz := (p_order->>'expiresAt')::timestamptz;
  -- Whatever its rest costs: it may be less than can be booked.
  is_waiting constant boolean := p_order->>'limitPrice' is not null
    and p_order->>'timeInForce' not in ('ioc', 'fok')
    and coalesce((p_fill->>'quantity')::numeric, 0) < (p_order->>'quantity')::numeric;
  frozen_users bigint[];
  frozen_events jsonb[];
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  perform trading_assert_open((p_order->>'demo')::boolean);
  perform required_reading_assert(p_user, p_at);
  -- A sale is no new risk. A purchase counts when it is placed.
  if p_order->>'side' = 'buy' then
    perform country_rule_assert(p_user, 'spot', null);
    perform own_limits_assert(p_user, (p_order->>'demo')::boolean,
      (select m.quote_currency_id from market m where m.id = (p_order->>'marketId')::integer),
      p_reserve + coalesce((p_fill->>'amount')::numeric + (p_fill->>'fee')::numeric, 0), p_at);
  end if;
  perform spot_date_assert(expires, p_at);
  perform spot_date_assert((leaving->>'expiresAt')::timestamptz, p_at);
  -- Orders that wait are counted one command at a time: a buy and a sale take the locks of different accounts.
  if is_waiting or leaving is not null then
    perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'spot_order', p_user, p_order->>'demo'), 0));
  end if;
  if (is_waiting or leaving->>'takeProfit' is not null)
     and p_most <= spot_orders_waiting(p_user, (p_order->>'demo')::boolean) then
    raise exception 'too many open orders' using errcode = 'SP003';
  end if;
  if coalesce(stop, leaving) is not null
     and (coalesce(stop, leaving)->>'most')::integer <= spot_stops_waiting(p_user, (p_order->>'demo')::boolean) then
    raise exception 'too many waiting stops' using errcode = 'SP005';
  end if;
  insert into spot_order (user_id, market_id, base_currency_id, quote_currency_id, demo, side, limit_price, quantity,
    fee_ratio, created_at, updated_at, reserved, time_in_force, expires_at)
  select p_user, m.id, m.base_currency_id, m.quote_currency_id, (p_order->>'demo')::boolean, p_order->>'side',
         (p_order->>'limitPrice')::numeric, (p_order->>'quantity')::numeric, (p_order->>'feeRatio')::numeric,
         p_at, p_at, p_reserve, p_order->>'timeInForce', expires
    from market m where m.id = (p_order->>'marketId')::integer
  returning * into strict o;
  if stop is not null then
    insert into spot_stop (user_id, market_id, base_currency_id, quote_currency_id, demo, side, direction, trigger_price,
      limit_price, quantity, fee_ratio, created_at, updated_at, reserved, paired_order_id, expires_at)
    values (p_user, o.market_id, o.base_currency_id, o.quote_currency_id, o.demo, o.side, stop->>'direction',
      (stop->>'triggerPrice')::numeric, (stop->>'limitPrice')::numeric, o.quantity, o.fee_ratio, p_at, p_at, 0, o.id,
      expires)
    returning * into s;
  end if;
  if leaving is not null then
    insert into spot_exit (order_id, user_id, demo, take_profit, stop_loss, created_at, expires_at)
    values (o.id, p_user, o.demo, (leaving->>'takeProfit')::numeric, (leaving->>'stopLoss')::numeric, p_at,
      (leaving->>'expiresAt')::timestamptz);
  end if;
  -- Money first and events last, because whoever has a user's next number keeps it to the end. What is frozen and what is
  -- filled at once are two journals: the accounts of both before the first.
  if p_reserve > 0 and p_fill is not null then
    perform ledger_lock_accounts(array_agg(o.demo), array_agg(a.owner), array_agg(a.kind), array_agg(a.currency))
       from (values (p_user, 'spot', o.base_currency_id), (p_user, 'spot', o.quote_currency_id),
               (p_user, 'spot_frozen', case o.side when 'buy' then o.quote_currency_id else o.base_currency_id end),
               (p_user, 'spot_frozen', case when leaving is not null then o.base_currency_id end),
               (null, 'fee', o.quote_currency_id), (null, 'house_pnl', o.base_currency_id),
               (null, 'house_pnl', o.quote_currency_id)) as a (owner, kind, currency)
      where a.currency is not null;
  end if;
  if p_reserve > 0 then
    select f.users, f.payloads into frozen_users, frozen_events
      from spot_post('spot.reserve', array_fill(o.id::text, array[2]), p_at, o.demo,
      array[p_user, p_user], array['spot', 'spot_frozen'],
      array_fill(case o.side when 'buy' then o.quote_currency_id else o.base_currency_id end, array[2]),
      array[-p_reserve, p_reserve], array[null, concat('spot-order:', o.id)]) f;
  end if;
  if p_fill is not null then
    perform spot_execute(jsonb_build_array(p_fill || jsonb_build_object('orderId', o.id, 'reserved', p_reserve)), false,
      o.demo, p_book_at, p_origin, p_at, coalesce(frozen_users, '{}'), coalesce(frozen_events, '{}'));
  end if;
  if o.limit_price is null or o.time_in_force = 'ioc' then
    update spot_order set status = 'cancelled', ended_at = p_at, version = version + 1,
           reason = case when limit_price is null then 'no-liquidity' else 'immediate-or-cancel' end
     where id = o.id and status = 'open' returning * into o;
  end if;
  if p_fill is null or o.status = 'cancelled' then
    perform outbox_append(p_user, 'order', spot_order_event(o), p_at);
  end if;
  if s.id is not null then
    perform outbox_append(p_user, 'order', spot_stop_event(s), p_at);
  end if;
  -- With an execution they stand before its own.
  if p_reserve > 0 and p_fill is null then
    perform outbox_append_many(frozen_users, array_fill('balance'::text, array[cardinality(frozen_users)]),
      frozen_events, p_at);
  end if;
  perform depth_take(p_taking);
end
$$;
