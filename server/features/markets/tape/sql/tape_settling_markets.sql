-- Markets that have neither options nor futures any more, and in which some of them are still open: orders that wait,
-- positions, options that are not settled. What becomes of those is decided from the tape, second for second (decision 155).
--
-- With the rights of the tables' owner, and for feeds alone: they read no orders.
--
-- Access: feed
create or replace function tape_settling_markets() returns integer[]
language sql stable
security definer
set search_path = public, pg_temp
as $$
  select coalesce(array_agg(m.id order by m.id), '{}')
    from market m
   where not m.option and not m.perpetual
     and (exists (select from futures_position f where f.market_id = m.id and f.status = 0)
       or exists (select from futures_position f where f.market_id = m.id and f.status in (1, 2))
       or m.id in (select o.market_id from option_order o where o.status = 'open'))
$$;
