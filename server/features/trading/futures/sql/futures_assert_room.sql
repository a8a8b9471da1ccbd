-- Refuses with FU003 when more lots are open on a side of the market than the product allows. Call it after
-- the position is written.
create or replace function futures_assert_room(p_market integer, p_demo boolean, p_side smallint) returns void
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  if (select sum(o.lots) from futures_open_lots o
       where o.market_id = p_market and o.demo = p_demo and o.side = p_side)
     > (select f.open_lots_max from futures_product f where f.market_id = p_market) then
    raise exception 'too many lots are open in the market' using errcode = 'FU003';
  end if;
end
$$;
