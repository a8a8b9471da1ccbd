-- Whether a position still has the stop that fired: at the level, and by the price, of its receipt.
create or replace function futures_stop_stands(p futures_position, p_stop futures_trigger) returns boolean
language sql immutable
as $$
  select case p_stop.kind
           when 'stop-loss' then (p.stop_loss, p.stop_loss_source) is not distinct from (p_stop.level, p_stop.source)
           else (p.take_profit, p.take_profit_source) is not distinct from (p_stop.level, p_stop.source) end
$$;
