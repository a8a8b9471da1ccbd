-- The open positions of a side of a market in deleveraging order: highest first by return on margin times
-- leverage at the mark.
--
-- Access: stored functions
create or replace function liquidation_ranked(
  p_market integer, p_demo boolean, p_side smallint, p_mark numeric
) returns bigint[]
language plpgsql stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  return array(
    select f.id from futures_position f
     where f.market_id = p_market and f.demo = p_demo and f.side = -p_side and f.status = 1
     order by ((p_mark - f.entry_price) * f.side * f.lots * f.lot_size / f.margin)
            * (f.entry_price * f.lots * f.lot_size / f.margin) desc, f.id
     limit 5000);
end
$$;
