-- How many lots are open on a side of a market, as far as it is committed or of this transaction.
create or replace function futures_open_lots_of(p_market integer, p_demo boolean, p_side smallint) returns bigint
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  return (select coalesce(sum(o.lots), 0) from futures_open_lots o
           where o.market_id = p_market and o.demo = p_demo and o.side = p_side);
end
$$;
