-- The payload of an `order` event of what a purchase was to leave behind and did not: why, and what the purchase had bought.
--
-- Event: contract/event-fields.dto.ts OrderFields
create or replace function spot_exit_event(e spot_exit, o spot_order, p_reason text) returns jsonb
language sql stable
as $$
  select jsonb_build_object('entity', concat('spot-exit:', e.id), 'entityVersion', 1, 'orderId', o.id::text,
    'market', (select m.symbol from market m where m.id = o.market_id), 'state', 'void', 'reason', p_reason,
    'product', 'spot-exit', 'demo', o.demo, 'side', o.side, 'filled', trim_scale(o.filled)::text)
$$;
