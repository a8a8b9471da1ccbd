-- The payload of an `order` event of a stop as it stands: with the price that has reached it, and what it became.
--
-- Event: contract/event-fields.dto.ts OrderFields
create or replace function spot_stop_event(s spot_stop) returns jsonb
language sql stable
as $$
  select jsonb_build_object('entity', concat('spot-stop:', s.id), 'entityVersion', s.version, 'orderId', s.id::text,
    'market', (select m.symbol from market m where m.id = s.market_id), 'state', s.status,
    'reason', case s.status when 'cancelled' then coalesce(s.reason, 'user') end, 'product', 'spot-stop',
    'demo', s.demo, 'side', s.side,
    'limitPrice', trim_scale(s.limit_price)::text, 'triggerPrice', trim_scale(s.trigger_price)::text,
    'triggeredPrice', trim_scale(s.triggered_price)::text, 'becameId', s.order_id::text, 'pairedId', s.paired_order_id::text)
    || case when s.expires_at is null then '{}'::jsonb else jsonb_build_object(
      'expiresAt', floor(extract(epoch from s.expires_at) * 1000)::bigint) end
$$;
