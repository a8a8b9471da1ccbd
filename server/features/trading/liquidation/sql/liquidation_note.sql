-- Writes the report of a liquidation step from the position before and after it, and answers the event that
-- tells of it.
--
-- Access: stored functions
create or replace function liquidation_note(
  p futures_position, p_after futures_position, p_kind text, p_item jsonb, p_market jsonb, p_price numeric,
  p_price_from text, p_bankruptcy numeric, p_matched bigint, p_at timestamptz
) returns jsonb
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  report liquidation_report;
begin
  insert into liquidation_report (position_id, version, user_id, market_id, demo, kind, at, mark, mark_at, mark_before,
    mark_before_at, equity, required, tier_floor, tier_rate, tier_deduction, entry_price, margin, lots_before, lots,
    liquidation_price, bankruptcy_price, price, price_from, fills, profit, fee, shortfall, insurance, matched_with)
  values (p.id, p.version, p.user_id, p.market_id, p.demo, p_kind, p_at, (p_market->>'mark')::numeric,
    to_timestamp((p_market->>'markAt')::numeric / 1000), (p_market->>'markBefore')::numeric,
    to_timestamp((p_market->>'markBeforeAt')::numeric / 1000), (p_item->>'equity')::numeric,
    (p_item->>'required')::numeric, (p_item->>'tierFloor')::numeric, (p_item->>'tierRate')::numeric,
    (p_item->>'tierDeduction')::numeric, p.entry_price, p.margin, p.lots, p.lots - p_after.lots,
    (p_item->>'liquidationPrice')::numeric, p_bankruptcy, p_price, p_price_from,
    coalesce(p_item->'fills', '[]'::jsonb), p_after.realised_profit - p.realised_profit, p_after.fee - p.fee,
    p_after.shortfall - p.shortfall, p_after.insurance - p.insurance, p_matched)
  returning * into report;
  return jsonb_build_object('entity', concat('liquidation:', report.id), 'entityVersion', 1,
    'reportId', report.id::text, 'positionId', p.id::text, 'marketId', p.market_id, 'kind', p_kind,
    'demo', p.demo, 'lots', report.lots, 'lotsLeft', p_after.lots, 'price', trim_scale(p_price)::text,
    'mark', trim_scale(report.mark)::text);
end
$$;
