-- The payload of an `order` event of a row that is, or was, a pending order. Order and position are one row
-- and so one entity.
--
-- Event: contract/event-fields.dto.ts OrderFields
create or replace function futures_order_event(p futures_position) returns jsonb
language plpgsql stable
as $$
declare
  view constant jsonb := futures_view(p);
begin
  return jsonb_build_object('entity', concat('position:', p.id), 'entityVersion', p.version,
    'orderId', p.id::text, 'market', view->>'market',
    'state', case p.status when 0 then 'open' when 4 then p.closed_as else 'filled' end, 'reason', null,
    'product', 'perpetual', 'demo', p.demo, 'position', view);
end
$$;
