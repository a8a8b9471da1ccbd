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
  waiting record;
  portions integer[];
  wanted record;
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
  select array_agg(f.lots order by f.id) as lots, array_agg(o.lots order by f.id) as reserved,
         array_agg(o.orders order by f.id) as orders,
         bool_or(o.orders >= p_most and o.lots < f.lots) as is_full into waiting
    from futures_position f,
         lateral (select count(*)::integer as orders, coalesce(sum(c.lots_waiting), 0)::integer as lots
                    from futures_closing_order c where c.position_id = f.id and c.status = 'waiting') o
   where f.id = any (held);
  portions := futures_waiting_portions(waiting.lots, waiting.reserved, waiting.orders, p_most, p_lots);
  for wanted in
    select f as position, cut.lots from unnest(held, portions) as cut (id, lots) join futures_position f on f.id = cut.id
     where cut.lots > 0 order by cut.id
  loop
    events := events || futures_position_event(futures_closing_add(wanted.position, wanted.lots, p_limit_price, p_at));
  end loop;
  if cardinality(events) = 0 and waiting.is_full then
    raise exception 'too many orders wait to close the positions' using errcode = 'FU014';
  elsif cardinality(events) = 0 then
    raise exception 'other orders wait for all lots' using errcode = 'FU016';
  end if;
  perform futures_append_events(p_user, array_fill('position'::text, array[cardinality(events)]), events, p_at);
end
$$;
