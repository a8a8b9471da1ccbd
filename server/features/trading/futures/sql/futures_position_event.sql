-- The payload of a `position` event: the view of the row, with what identifies the event, built by one call: to put the
-- two together afterwards takes a third longer. A close adds `futures_fill_event`, the closed lots.
--
-- Event: contract/event-fields.dto.ts PositionFields
-- Shape: as futures_view
create or replace function futures_position_event(p futures_position) returns jsonb
language plpgsql stable
as $$
declare
  symbol text;
begin
  select m.symbol into symbol from market m where m.id = p.market_id;
  return jsonb_build_object(
    'entity', concat('position:', p.id), 'entityVersion', p.version,
    'quantity', trim_scale(p.lots * p.lot_size)::text, 'fill', null,
    -- The shape, written by `npm run sql-types`.
    'positionId', p.id::text, 'marketId', p.market_id, 'market', symbol, 'currencyId', p.currency_id, 'demo', p.demo,
    'side', case p.side when 1 then 'long' else 'short' end, 'priceType', p.price_type, 'marginMode', p.margin_mode,
    'status', p.status, 'state', (array['pending', 'holding', 'closing', 'closed', 'cancelled'])[p.status + 1],
    'closedAs', p.closed_as, 'leverage', p.leverage, 'lotSize', trim_scale(p.lot_size)::text, 'lots', p.lots,
    'lotsOrdered', p.lots_ordered, 'limitPrice', trim_scale(p.limit_price)::text,
    'marketPrice', trim_scale(p.market_price)::text, 'entryPrice', trim_scale(p.entry_price)::text,
    'closePrice', trim_scale(p.close_price)::text, 'takeProfit', trim_scale(p.take_profit)::text,
    'takeProfitSource', p.take_profit_source, 'stopLoss', trim_scale(p.stop_loss)::text,
    'stopLossSource', p.stop_loss_source, 'reserved', trim_scale(p.reserved)::text,
    'initialMargin', trim_scale(p.initial_margin)::text, 'addedMargin', trim_scale(p.added_margin)::text,
    'margin', trim_scale(p.margin)::text, 'openFeeRatio', trim_scale(p.open_fee_ratio)::text,
    'closeFeeRatio', trim_scale(p.close_fee_ratio)::text, 'fee', trim_scale(p.fee)::text,
    'funding', trim_scale(p.funding)::text, 'realisedProfit', trim_scale(p.realised_profit)::text,
    'shortfall', trim_scale(p.shortfall)::text, 'insurance', trim_scale(p.insurance)::text,
    'liquidationPrice', trim_scale(p.liquidation_price)::text,
    'liquidatedAt', (extract(epoch from p.liquidated_at) * 1000)::bigint,
    'createdAt', (extract(epoch from p.created_at) * 1000)::bigint,
    'openedAt', (extract(epoch from p.opened_at) * 1000)::bigint,
    'closedAt', (extract(epoch from p.closed_at) * 1000)::bigint,
    'updatedAt', (extract(epoch from p.updated_at) * 1000)::bigint, 'version', p.version,
    'closings', case when p.status in (1, 2) and p.version > 1 then futures_closings(p.id) else '[]'::jsonb end
    -- The end of the shape.
  );
end
$$;
