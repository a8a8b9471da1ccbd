-- The effect of closing one position by itself, given what is free on a cross account (p_available, in the
-- position's currency at p_scale decimals). With p_surplus what is left of the margin goes to the insurance
-- fund. The kind is the report's: a part that leaves nothing to stand on closes the whole.
--
-- Access: stored functions
create or replace function liquidation_step_of(
  p futures_position, p_item jsonb, p_scale smallint, p_available numeric, p_surplus boolean
) returns liquidation_step
language plpgsql immutable
as $$
declare
  is_cross constant boolean := p.margin_mode = 'cross';
  in_part constant boolean := p_item->>'kind' = 'partial';
  is_deleveraged constant boolean := p_item->>'kind' = 'deleveraged';
  step liquidation_step;
  part record;
  s record;
  effect record;
begin
  step.wave := 1;
  step.before := p;
  step.item := p_item;
  step.price := (p_item->>'price')::numeric;
  step.price_from := p_item->>'priceFrom';
  if not is_deleveraged then
    step.bankruptcy := futures_bankruptcy_price(p.side, p.lots * p.lot_size, p.entry_price, p.margin + p_available);
  end if;
  step.insured := 0;
  step.net := 0;
  step.shortfall := 0;
  step.lots := (p_item->>'lots')::integer;
  if in_part then
    part := liquidation_part(p, step.lots, step.price, p_scale);
    if part.margin_left > 0 then
      step.kind := 'partial';
      step.profit := part.profit;
      step.fee := part.fee;
      step.margin_left := part.margin_left;
      return step;
    end if;
  end if;
  s := futures_settlement(p, case when is_deleveraged or in_part and is_cross then step.lots end, step.price, p_scale,
    p_available);
  step.kind := case when is_deleveraged then 'deleveraged' when s.lots < p.lots then 'partial' else 'full' end;
  step.lots := s.lots;
  step.profit := s.profit;
  step.fee := s.fee;
  step.shortfall := s.shortfall;
  effect := futures_close_effect(p, s.released, s.profit, s.fee);
  step.net := effect.net;
  step.margin_left := effect.margin_left;
  if p_surplus and not (in_part and is_cross) and step.net > 0 then
    step.insured := -step.net;
    step.net := 0;
  end if;
  return step;
end
$$;
