-- The effect of closing a part of an isolated position: the margin of the closed lots stays in it. All null where it is
-- not a part of an isolated position; where the margin left is not above zero, the whole position has to close.
create or replace function liquidation_part(
  p futures_position, p_lots integer, p_price numeric, p_scale integer, out profit numeric, out fee numeric, out
  margin_left numeric
)
language plpgsql immutable parallel safe
as $$
begin
  if p.margin_mode = 'isolated' and p_lots < p.lots then
    profit := futures_profit(p.side, p.entry_price, p_lots * p.lot_size, p_price, p_scale);
    fee := futures_fee(p_lots * p.lot_size, p_price, p.close_fee_ratio, p_scale);
    margin_left := p.margin + profit - fee;
  end if;
end
$$;
