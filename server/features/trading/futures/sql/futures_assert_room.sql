-- Refuses with FU003 when more lots are open on a side of the market than the product allows. Call it after
-- futures_lock_room and after the position is written.
create or replace function futures_assert_room(p_market integer, p_demo boolean, p_side smallint) returns void
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  if futures_open_lots_of(p_market, p_demo, p_side)
     > (select f.open_lots_max from futures_product f where f.market_id = p_market) then
    raise exception 'too many lots are open in the market' using errcode = 'FU003';
  end if;
end
$$;
