-- The payload of a `liquidation` event: a step of a liquidation, or of taking gains from others for one, by its report.
--
-- Event: contract/event-fields.dto.ts LiquidationFields
create or replace function liquidation_event(r liquidation_report) returns jsonb
language sql stable
as $$
  select jsonb_build_object('entity', concat('liquidation:', r.id), 'entityVersion', 1, 'reportId', r.id::text,
    'positionId', r.position_id::text, 'marketId', r.market_id, 'kind', r.kind, 'demo', r.demo, 'lots', r.lots,
    'lotsLeft', r.lots_before - r.lots, 'price', trim_scale(r.price)::text, 'mark', trim_scale(r.mark)::text)
$$;
