-- What a currency cost in USDT at an instant, by the bars of a minute: the close of the one that the instant is
-- in, or of the last one before it, ten minutes old at most, closed and seen whole. Null where there is none.
-- Bars of real prices stand before invented ones.
create or replace function recorded_price(p_currency integer, p_at timestamptz) returns numeric
language sql stable
set search_path = public, pg_temp
as $$
  select case when c.code = 'USDT' then 1::numeric else (
    select bar.close
      from market m
     cross join (values ('live', 1), ('recorded', 2), ('imported', 3), ('simulated', 4)) as known (origin, place)
     cross join lateral (
       select b.open_at, b.close from candle b
        where b.market_id = m.id and b.period = '1min' and b.origin = known.origin
          and b.open_at <= p_at and b.open_at >= p_at - interval '11 minutes' and b.closed and not b.outage
        order by b.open_at desc limit 1) bar
     where m.symbol = c.code || '/USDT'
     order by known.origin = 'simulated', bar.open_at desc, known.place limit 1) end
    from currency c where c.id = p_currency
$$;
