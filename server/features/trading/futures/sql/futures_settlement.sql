-- The money flows of closing lots at a price. Exact arithmetic; profit rounds down and the fee up, to the
-- currency's scale.
--
-- A loss is taken from the margin of the closed lots, then from what backs the position beyond it (isolated:
-- the margin of the other lots; cross: p_available of the futures account). What is left of it is the
-- shortfall, which the user does not owe.
create or replace function futures_settlement(
  p futures_position, p_lots integer, p_price numeric, p_scale smallint, p_available numeric, out lots
  integer, out released numeric, out backing numeric, out profit numeric, out fee numeric, out shortfall
  numeric
)
language plpgsql immutable
as $$
declare
  quantity numeric;
begin
  lots := least(coalesce(p_lots, p.lots), p.lots);
  loop
    quantity := lots * p.lot_size;
    released := case when lots = p.lots then p.margin
      else div(p.margin * lots * 10::numeric ^ p_scale, p.lots) * 10::numeric ^ -p_scale end;
    backing := case when p.margin_mode = 'cross' then p_available else p.margin - released end;
    profit := futures_profit(p.side, p.entry_price, quantity, p_price, p_scale);
    fee := futures_fee(quantity, p_price, p.close_fee_ratio, p_scale);
    -- A part that would use up everything closes the whole position: no position stays open without a margin.
    exit when lots = p.lots or (released > 0 and (p.margin_mode = 'cross' or released < p.margin)
      and released + backing + profit - fee > 0);
    lots := p.lots;
  end loop;
  shortfall := greatest(0, -(released + backing + profit));
  profit := profit + shortfall;
  fee := least(fee, released + backing + profit);
end
$$;
