-- Lets an order wait to close lots of a position that its caller has locked, and answers the position as it is then:
-- its view shows what waits for it, so it has a new version.
create or replace function futures_closing_add(
  p futures_position, p_lots integer, p_limit_price numeric, p_at timestamptz
) returns futures_position
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  changed futures_position;
begin
  insert into futures_closing_order (position_id, market_id, demo, side, limit_price, lots, lots_waiting, created_at,
    updated_at)
  values (p.id, p.market_id, p.demo, p.side, p_limit_price, p_lots, p_lots, p_at, p_at);
  update futures_position f set updated_at = p_at where f.id = p.id returning * into changed;
  return changed;
end
$$;
