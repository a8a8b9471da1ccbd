-- The hour whose prices a sale is drawn by: the first one from `ieo_draw_from` on whose last sample is of its last
-- minute and has a price of a source that was live. Of any other hour somebody who stopped a feed might know the root
-- beforehand: it is void. The tape has gone on without it, and nothing is added behind its head. Null where there is
-- none yet. A day of the tape stays while a sale may be drawn by it (tape_day_is_needed).
create or replace function ieo_draw_hour(p ieo_project) returns timestamptz
language sql stable
set enable_seqscan = off
as $$
  select place.hour
    from tape_head h
   cross join generate_series(ieo_draw_from(p), h.second, interval '1 hour') as place (hour)
   cross join lateral (
     select s.second, s.index, s.live_constituents from price_sample s
      where s.market_id = h.market_id and s.second >= place.hour and s.second < place.hour + interval '1 hour'
      order by s.second desc limit 1) newest
   where h.market_id = p.draw_market_id and newest.second >= place.hour + interval '59 minutes'
     and newest.index is not null and newest.live_constituents > 0
   order by place.hour limit 1
$$;
