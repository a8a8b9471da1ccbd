-- Notes what a transaction takes of the books that venues quote, so that nobody takes it again until the venue quotes
-- another quantity there: [{ market, book, demo, side, bookAt, levels: [[price, quoted, quantity]] }], the side
-- of the taker. The book is 'pair' or 'perpetual'.
--
-- Called as the last thing of a transaction, for all that it takes: everybody locks levels behind accounts and in one order.
--
-- Refused with 40001 where somebody took it since the book was read: the transaction is repeated with the book that is
-- left.
--
-- Liquidations of workers of the version before say `forced` and know of no refusal: they take what there is. That goes
-- with the next version.
--
-- Access: product
create or replace function depth_take(p_takings jsonb) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  level record;
begin
  for level in
    select (t.value->>'market')::integer as market_id, t.value->>'book' as book,
           (t.value->>'demo')::boolean as demo,
           t.value->>'side' as side, (l.value->>0)::numeric as price,
           max((l.value->>1)::numeric) as quoted, sum((l.value->>2)::numeric) as taken,
           max((t.value->>'bookAt')::bigint) as book_at,
           bool_or(coalesce((t.value->>'forced')::boolean, false)) as forced
      from jsonb_array_elements(p_takings) t, jsonb_array_elements(t.value->'levels') l
     group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  loop
    if level.taken > level.quoted and not level.forced then
      raise exception 'more than is quoted' using errcode = '40001';
    end if;
    insert into taken_depth as t (market_id, book, demo, side, price, quoted, taken, book_at)
    values (level.market_id, level.book, level.demo, level.side, level.price, level.quoted,
      least(level.quoted, level.taken), level.book_at)
    on conflict (market_id, book, demo, side, price) do update set
      quoted = case when t.book_at > level.book_at then t.quoted else level.quoted end,
      taken = case when t.book_at > level.book_at or t.quoted = level.quoted
        then least(t.quoted, t.taken + level.taken) else least(level.quoted, level.taken) end,
      book_at = greatest(t.book_at, level.book_at)
    where level.forced or (t.book_at <= level.book_at and t.quoted <> level.quoted)
       or t.taken + level.taken <= t.quoted;
    if not found then
      raise exception 'somebody took it first' using errcode = '40001';
    end if;
  end loop;
end
$$;
