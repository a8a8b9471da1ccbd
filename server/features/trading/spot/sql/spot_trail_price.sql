-- Where a stop that follows the price is triggered: a part or a distance behind its watermark, on the decimals of the
-- market, on the far side. Parity: contract/rules/spot-trail.rules.ts.
create or replace function spot_trail_price(
  p_direction text, p_watermark numeric, p_ratio numeric, p_distance numeric, p_scale integer
) returns numeric
language sql immutable
as $$
  select case p_direction
    when 'fall' then floor((p_watermark - coalesce(p_distance, p_watermark * p_ratio)) * 10::numeric ^ p_scale)
    else ceil((p_watermark + coalesce(p_distance, p_watermark * p_ratio)) * 10::numeric ^ p_scale) end
    / 10::numeric ^ p_scale
$$;
