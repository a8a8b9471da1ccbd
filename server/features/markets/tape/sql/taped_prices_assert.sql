-- Refuses fills at prices that the tape contradicts. They have to lie within four of the market's bands around what its
-- newest sound second says, its index, its mark or its last price: two prices that the guard lets pass are two bands apart
-- at most, and a fill reaches into the book. A second is of use while it is fifteen old at most, since markets of spot
-- alone have each tenth (decision 200), by the database's clock and not by the caller's. Where there is none, what the
-- gateway's gate said holds. Raises 40001: the caller prices the fill again.
create or replace function taped_prices_assert(p_market integer, p_least numeric, p_most numeric, p_at timestamptz)
returns void
language plpgsql
as $$
declare
  now_is constant timestamptz := database_now(p_at);
  taped record;
begin
  select least(s.index, s.mark, s.last) * (1 - 4 * m.band_ratio) as least,
         greatest(s.index, s.mark, s.last) * (1 + 4 * m.band_ratio) as most into taped
    from price_sample s join market m on m.id = s.market_id
   where s.market_id = p_market and s.second > now_is - interval '15 seconds' and s.second <= now_is + interval '1 second'
     and s.index_state = 'ok'
   order by s.second desc limit 1;
  if p_least < taped.least or p_most > taped.most then
    raise exception 'the tape contradicts a fill of market % at % to %', p_market, p_least, p_most using errcode = '40001';
  end if;
end
$$;
