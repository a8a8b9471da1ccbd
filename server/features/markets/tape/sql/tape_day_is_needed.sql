-- Whether something is still to be decided from a day of the tape, for good: without its seconds it would be decided as if
-- there had been none. Those are
--   open options whose window has seconds of the day, which begins a minute before the close at most, or that entered then,
--   which close a day later at most;
--   rates of funding at the stamps of the day and at the one that ends it, of futures that are charged (SettleFunding);
--   where a market has no rate yet, as far as somebody held then, or had until a later change (funding_due);
--   sales that are drawn by the prices of an hour, from the close of their applications until that is recorded (ieo_draw);
--   seconds whose way to the root of their hour is to be kept, and is not yet (tape_path);
--   stops of spot that no price has reached, where the tape was not judged for them to the end of the day, or that no round
--   has heard of, for which spot_stop_reach goes back an hour;
--   the tape of a market with contracts that was not judged for their stops to the end of the day.
-- Price alerts tell nothing that is older than an hour.
--
-- Each is found by an index of what is open, in the part of it that can be of the day: stops of those markets alone whose
-- tape was not judged to its end. What waits for later days may be a million rows, and is not read.
--
-- Access: stored functions
create or replace function tape_day_is_needed(p_begins timestamptz, p_ends timestamptz) returns boolean
language sql stable
set enable_seqscan = off
as $$
  select exists (
           select from option_order o
            where o.status = 'open' and o.closes_at >= p_begins and o.closes_at < p_ends + interval '25 hours'
              and (o.closes_at < p_ends + interval '1 minute' or (o.entry_at >= p_begins and o.entry_at < p_ends)))
      or exists (
           select from market m
            cross join lateral (select max(r.stamp) as stamp from funding_rate r where r.market_id = m.id) decided
            where m.perpetual and exists (select from maintenance_tier t where t.market_id = m.id)
              and case when decided.stamp is not null then decided.stamp < p_ends else exists (
                    select from futures_position f
                     where f.market_id = m.id and f.status in (1, 2) and f.opened_at < p_ends)
                 or exists (select from funding_due d where d.market_id = m.id and d.stamp <= p_ends) end)
      or exists (
           select from ieo_project p
            where p.listed_at is null and p.cancelled_at is null and p.apply_until < p_ends
              and p.draw_market_id is not null and not exists (select from ieo_draw d where d.project_id = p.id))
      or exists (
           select from tape_path p where p.path is null and p.second >= p_begins and p.second < p_ends)
      or exists (
           select from spot_stop_place p
             join tape_head h on h.market_id = p.market_id and h.sequence > 0
            cross join lateral (
              select s.is_heard, s.created_at, s.triggered_price from spot_stop s
               where s.market_id = p.market_id and s.status = 'waiting' and s.direction = 'rise'
              union all
              select s.is_heard, s.created_at, s.triggered_price from spot_stop s
               where s.market_id = p.market_id and s.status = 'waiting' and s.direction = 'fall') s
            where p.second < p_ends + interval '1 hour' and s.triggered_price is null and s.created_at < p_ends
              and (not s.is_heard or p.second < least(p_ends - interval '1 second', h.second)))
      or exists (
           select from futures_stop_place p
             join market m on m.id = p.market_id and m.perpetual
             join tape_head h on h.market_id = p.market_id and h.sequence > 0
            where p.second < least(p_ends - interval '1 second', h.second))
$$;
