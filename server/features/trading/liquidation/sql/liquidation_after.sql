-- A position as a step leaves it, as far as further steps look at it.
--
-- Access: stored functions
create or replace function liquidation_after(p_step liquidation_step) returns futures_position
language plpgsql immutable
as $$
declare
  p futures_position := p_step.before;
begin
  p.lots := p.lots - p_step.lots;
  p.margin := p_step.margin_left;
  p.version := p.version + 1;
  return p;
end
$$;
