-- Whether anyone on the other side of the market gains at the bankruptcy price of a position. `known` caches
-- the best entry price of each market and side that was looked up already; null where nobody holds a
-- position.
--
-- Access: stored functions
create or replace function liquidation_is_matched(
  p futures_position, p_bankruptcy numeric, inout known jsonb, out is_matched boolean
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  name constant text := concat(p.market_id, ':', -p.side);
  best numeric;
begin
  if not known ? name then
    select case p.side when 1 then max(f.entry_price) else min(f.entry_price) end into best from futures_position f
     where f.market_id = p.market_id and f.demo = p.demo and f.side = -p.side and f.status = 1;
    known := known || jsonb_build_object(name, best);
  end if;
  is_matched := coalesce(((known->>name)::numeric - p_bankruptcy) * p.side >= 0, false);
end
$$;
