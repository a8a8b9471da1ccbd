-- The payload of a `margin.warning` or `margin.critical` event: how near its liquidation a position (position 0: a cross
-- account) is. p_figures: what it was judged by, { marketId, equity, required }.
--
-- Event: contract/event-fields.dto.ts MarginLevelFields
create or replace function margin_event(m margin_level, p_figures jsonb) returns jsonb
language sql immutable
as $$
  select jsonb_build_object('entity', concat('margin:', case when m.demo then 'demo:' else '' end, m.position_id),
    'entityVersion', m.version, 'positionId', nullif(m.position_id, 0)::text, 'marketId', p_figures->'marketId',
    'demo', m.demo, 'level', m.level, 'equity', p_figures->'equity', 'required', p_figures->'required')
$$;
