-- Reduce-only limit order: becomes closing orders of the user's positions on a side of a market, oldest order first, each
-- for the lots of its position that no other closing order has reserved. p_side: side of the positions, p_margin_mode: their
-- mode (null: both). Lots are capped at the free ones. p_most: maximum of closing orders of a position; a position that has
-- reached it is skipped.
--
-- A repetition does nothing. Refusals: FU015 nothing is open to reduce, FU016 other closing orders have reserved all lots,
-- FU014 the positions with free lots have reached the maximum, ID001.
--
-- Access: product
create or replace function futures_reduce_place(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_market integer, p_demo boolean, p_side smallint, p_margin_mode text, p_lots integer, p_limit_price numeric,
  p_most integer
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  held bigint[];
  p futures_position;
  waiting record;
  wanted integer;
  remaining integer := p_lots;
  is_full boolean := false;
  events jsonb[] := '{}'::jsonb[];
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  held := array(
    select f.id from futures_position f
     where f.user_id = p_user and f.demo = p_demo and f.status = 1 and f.market_id = p_market and f.side = p_side
       and (p_margin_mode is null or f.margin_mode = p_margin_mode)
     order by f.id for no key update);
  if cardinality(held) = 0 then
    raise exception 'nothing is open to reduce' using errcode = 'FU015';
  end if;
  for p in select * from futures_position f where f.id = any (held) order by f.id loop
    select count(*) as orders, coalesce(sum(o.lots_waiting), 0)::integer as lots into waiting
      from futures_closing_order o where o.position_id = p.id and o.status = 'waiting';
    wanted := least(remaining, p.lots - waiting.lots);
    is_full := is_full or (wanted > 0 and waiting.orders >= p_most);
    if wanted > 0 and waiting.orders < p_most then
      events := events || futures_position_event(futures_closing_add(p, wanted, p_limit_price, p_at));
      remaining := remaining - wanted;
    end if;
  end loop;
  if cardinality(events) = 0 and is_full then
    raise exception 'too many orders wait to close the positions' using errcode = 'FU014';
  elsif cardinality(events) = 0 then
    raise exception 'other orders wait for all lots' using errcode = 'FU016';
  end if;
  perform futures_append_events(p_user, array_fill('position'::text, array[cardinality(events)]), events, p_at);
end
$$;
