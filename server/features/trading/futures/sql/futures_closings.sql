-- The orders that wait to close lots of a position, as `FuturesClosingView` of the contract, in the order of their numbers.
--
-- Volatile, so that it sees what the statement that asks for a view has changed: a position that lost lots has lost
-- what waited for them.
create or replace function futures_closings(p_position bigint) returns jsonb
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('closingId', o.id::text, 'lots', o.lots_waiting,
            'limitPrice', trim_scale(o.limit_price)::text, 'amendments', o.amendments,
            'createdAt', (extract(epoch from o.created_at) * 1000)::bigint) order by o.id), '[]')
            from futures_closing_order o where o.position_id = p_position and o.status = 'waiting');
end
$$;
