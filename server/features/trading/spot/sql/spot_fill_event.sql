-- The payload of a `fill` event: an execution of a spot order, at the average price of the levels that it took.
--
-- Event: contract/event-fields.dto.ts FillFields
create or replace function spot_fill_event(f spot_fill, o spot_order) returns jsonb
language sql stable
as $$
  select jsonb_build_object('entity', concat('spot-fill:', f.id), 'entityVersion', 1, 'fillId', f.id::text,
    'orderId', o.id::text, 'market', (select m.symbol from market m where m.id = o.market_id), 'demo', o.demo,
    'price', trim_scale(spot_average_price((select sum((level->>0)::numeric * (level->>1)::numeric)
      from jsonb_array_elements(f.levels) level), f.quantity))::text,
    'quantity', trim_scale(f.quantity)::text, 'fee', trim_scale(f.fee)::text)
$$;
