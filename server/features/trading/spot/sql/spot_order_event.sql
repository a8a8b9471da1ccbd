-- The payload of an `order` event of a spot order as it stands; how long it waits is said where it has a limit of its own.
--
-- Event: contract/event-fields.dto.ts OrderFields
create or replace function spot_order_event(o spot_order) returns jsonb
language sql stable
as $$
  select jsonb_build_object('entity', concat('spot-order:', o.id), 'entityVersion', o.version,
    'orderId', o.id::text, 'market', (select m.symbol from market m where m.id = o.market_id),
    'state', o.status, 'reason', o.reason, 'product', 'spot', 'demo', o.demo, 'side', o.side,
    'limitPrice', trim_scale(o.limit_price)::text, 'quantity', trim_scale(o.quantity)::text,
    'filled', trim_scale(o.filled)::text, 'amount', trim_scale(o.amount)::text, 'fee', trim_scale(o.fee)::text)
    || case when o.time_in_force = 'gtc' then '{}'::jsonb else jsonb_build_object('timeInForce', o.time_in_force,
      'expiresAt', floor(extract(epoch from o.expires_at) * 1000)::bigint) end
$$;
