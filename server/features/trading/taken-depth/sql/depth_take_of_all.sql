-- Takes a quantity of a level wherever it is left, with all parts of the level locked in order. Refused with 40001 where
-- there is less; a forced closing takes what there is. See depth_take.
--
-- Access: stored functions
create or replace function depth_take_of_all(
  p_market integer, p_demo boolean, p_side text, p_price numeric, p_quoted numeric, p_taken numeric, p_book_at bigint,
  p_forced boolean
) returns void
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  newest record;
  free numeric;
begin
  insert into taken_depth (market_id, demo, side, price, part, quoted, taken, book_at)
  select p_market, p_demo, p_side, p_price, part, p_quoted, 0, p_book_at from generate_series(0, 7) part order by part
  on conflict do nothing;
  perform from (
    select t.part from taken_depth t
     where t.market_id = p_market and t.demo = p_demo and t.side = p_side and t.price = p_price
     order by t.part for update) locked;
  -- Who noted something of a newer book knows what the venue quotes now.
  select t.quoted, t.book_at into newest from taken_depth t
   where t.market_id = p_market and t.demo = p_demo and t.side = p_side and t.price = p_price and t.book_at > p_book_at
   order by t.book_at desc limit 1;
  if found then
    p_quoted := newest.quoted;
    p_book_at := newest.book_at;
  end if;
  select p_quoted - coalesce(sum(t.taken) filter (where t.quoted = p_quoted), 0) into free from taken_depth t
   where t.market_id = p_market and t.demo = p_demo and t.side = p_side and t.price = p_price;
  if p_taken > free and not p_forced then
    raise exception 'somebody took it first' using errcode = '40001';
  end if;
  p_taken := greatest(least(p_taken, free), 0);
  with held as (
         select o.part, case when o.quoted = p_quoted then o.taken else 0 end as base from taken_depth o
          where o.market_id = p_market and o.demo = p_demo and o.side = p_side and o.price = p_price),
       rooms as (
         select held.part, held.base, depth_share(p_quoted, held.part) - held.base as room from held),
       filled as (
         select rooms.*, coalesce(sum(rooms.room) over (order by rooms.room desc, rooms.part
                  rows between unbounded preceding and 1 preceding), 0) as before from rooms)
  update taken_depth t set quoted = p_quoted, book_at = p_book_at,
         taken = filled.base + greatest(least(filled.room, p_taken - filled.before), 0)
    from filled
   where t.market_id = p_market and t.demo = p_demo and t.side = p_side and t.price = p_price and t.part = filled.part;
end
$$;
