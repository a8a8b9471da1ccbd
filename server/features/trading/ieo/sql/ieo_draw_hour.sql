-- The hour whose prices a sale is drawn by: the first one that begins at or after its applications close and has a sample of
-- its market. An hour without any is void: the tape has gone on without it, and nothing is added behind its head. Null where
-- the tape has nothing yet. A day of the tape stays while a sale may be drawn by it (tape_day_is_needed).
create or replace function ieo_draw_hour(p ieo_project) returns timestamptz
language sql stable
set enable_seqscan = off
as $$
  select date_trunc('hour', (
    select s.second from price_sample s
     where s.market_id = p.draw_market_id and s.second >= ieo_first_hour(p.apply_until)
     order by s.second limit 1), 'UTC')
$$;
