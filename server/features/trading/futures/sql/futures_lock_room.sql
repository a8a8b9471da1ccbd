-- Serialises commands that add lots to a side of a market: the sum of its open lots is then exact enough for
-- the product's maximum until the transaction ends. Call it behind the locks of the accounts, several sides in the order
-- of market, book and side, and then write the position and ask whether there is room.
--
-- Near the maximum all commands are serialised. Below three quarters of it small orders are not: all that can be in flight
-- at once add up to less than a quarter of the maximum, so together they cannot exceed it.
create or replace function futures_lock_room(p_market integer, p_demo boolean, p_side smallint, p_lots bigint)
returns void
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  most bigint;
  open_lots bigint;
  place constant bigint := hashtextextended(concat_ws(' ', 'futures_open_lots', p_market, p_demo, p_side), 0);
begin
  select f.open_lots_max, (select coalesce(sum(o.lots), 0) from futures_open_lots o
                            where o.market_id = p_market and o.demo = p_demo and o.side = p_side)
    into most, open_lots from futures_product f where f.market_id = p_market;
  if p_lots > most / (4 * current_setting('max_connections')::bigint) or open_lots > most / 2 then
    perform pg_advisory_xact_lock(place);
    return;
  end if;
  perform pg_advisory_xact_lock_shared(place);
  if futures_open_lots_of(p_market, p_demo, p_side) + p_lots > most / 4 * 3 then
    -- The side filled up while this command waited: retry it as a serialised one.
    raise exception 'the room went meanwhile' using errcode = '40001';
  end if;
end
$$;
