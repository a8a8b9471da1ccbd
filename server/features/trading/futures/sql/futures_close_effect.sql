-- What a close leaves in the position, and what goes to the user's account. An isolated part that loses more than its
-- share of the margin is paid from the margin that stays. The same rule as `afterClosing`.
create or replace function futures_close_effect(
  p futures_position, p_released numeric, p_profit numeric, p_fee numeric, out margin_left numeric, out net numeric
)
language plpgsql immutable parallel safe
as $$
begin
  net := p_released + p_profit - p_fee;
  margin_left := p.margin - p_released;
  if p.margin_mode = 'isolated' and net < 0 then
    margin_left := margin_left + net;
    net := 0;
  end if;
end
$$;
