-- Notes what a transaction takes of the books that venues quote, so that nobody takes it again until the venue quotes
-- another quantity there: [{ market, demo, side, bookAt, forced, levels: [[price, quoted, quantity]] }], the side of the
-- taker.
--
-- Called as the last thing of a transaction, for all that it takes: everybody locks levels behind accounts and in one order.
--
-- A level is noted in eight parts, a connection takes of its own: at most an eighth of what is quoted, so that no more than
-- that is ever taken by all, and orders at one price do not wait for each other's commit. Where its own part does not reach,
-- all parts are locked, and it takes wherever something is left.
--
-- Refused with 40001 where somebody took it since the book was read: the transaction is repeated with the book that is
-- left. Whoever must close (forced) takes what there is.
--
-- Access: product
create or replace function depth_take(p_takings jsonb) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  own_part constant integer := pg_backend_pid() % 8;
  level record;
  newest record;
  own record;
  share numeric;
begin
  for level in
    select (t.value ->> 'market')::integer as market_id, (t.value ->> 'demo')::boolean as demo,
           t.value ->> 'side' as side, (l.value ->> 0)::numeric as price,
           max((l.value ->> 1)::numeric) as quoted, sum((l.value ->> 2)::numeric) as taken,
           max((t.value ->> 'bookAt')::bigint) as book_at, bool_and((t.value ->> 'forced')::boolean) as forced
      from jsonb_array_elements(p_takings) t, jsonb_array_elements(t.value -> 'levels') l
     group by 1, 2, 3, 4 order by 1, 2, 3, 4
  loop
    -- Without a lock: to wait for one part and then for the others would be waiting in two orders.
    select t.quoted, t.book_at into newest from taken_depth t
     where t.market_id = level.market_id and t.demo = level.demo and t.side = level.side and t.price = level.price
     order by t.book_at desc limit 1;
    if newest.book_at > level.book_at then
      level.quoted := newest.quoted;
      level.book_at := newest.book_at;
    end if;
    if level.taken > level.quoted and not level.forced then
      raise exception 'more than is quoted' using errcode = '40001';
    end if;
    share := depth_share(level.quoted, own_part);
    select case when t.quoted = level.quoted then t.taken else 0 end as taken into own from taken_depth t
     where t.market_id = level.market_id and t.demo = level.demo and t.side = level.side and t.price = level.price
       and t.part = own_part;
    if coalesce(own.taken, 0) + level.taken > share then
      perform depth_take_of_all(level.market_id, level.demo, level.side, level.price, level.quoted, level.taken,
        level.book_at, level.forced);
      continue;
    end if;
    insert into taken_depth as t (market_id, demo, side, price, part, quoted, taken, book_at)
    values (level.market_id, level.demo, level.side, level.price, own_part, level.quoted, level.taken, level.book_at)
    on conflict (market_id, demo, side, price, part) do update set
      quoted = level.quoted, book_at = greatest(t.book_at, level.book_at),
      taken = case when t.quoted = level.quoted then t.taken else 0 end + level.taken
    where (t.quoted = level.quoted and t.taken + level.taken <= share)
       or (t.quoted <> level.quoted and t.book_at <= level.book_at);
    if not found then
      raise exception 'somebody took it first' using errcode = '40001';
    end if;
  end loop;
end
$$;
