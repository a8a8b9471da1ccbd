-- Judges the tape of a market for the stops that wait, from where it was judged on, at most so many seconds: a stop
-- whose trigger price both the pair's last price (spot_taped_price) and the index of a sound second have reached since the
-- stop was placed gets that last price and second as its receipt, once. The last price alone is one venue's. It goes on
-- waiting until it becomes its order. What somebody saw has mostly become one
-- before the tape comes to it; this is for what nobody saw. A stop that follows the price has its watermark and its trigger
-- price moved, and its owner is told, as whoever's stop was reached is.
--
-- At most p_most stops are written, the first by their numbers; null: all. Where one second is about more, the place stays,
-- and the next call goes on with the others: what was written is not found again. Where several seconds are about more
-- (`beyond`), nothing is written, as what follows the price goes through them one by one: fewer are to be asked for.
--
-- Seconds in which the market was halted are passed over, by what the database wrote down of its halts: what reached a
-- stop before one has reached it, however late somebody looks. So are those in which the stop's book took no new risk, by
-- what was written down of its modes: what was reached before waits until it does. So are all of them where p_shut says that
-- nobody may judge the market. p_origins: where prices of real money may come from.
-- A market that somebody else is at is left to them. Answers how many stops
-- were reached, whether there is more to judge, whose events there are, and how many seconds the look was about. A stop
-- with a date is judged by the seconds before it.
--
-- Access: worker
create or replace function spot_stop_reach(
  p_market integer, p_shut boolean, p_origins text[], p_seconds integer, p_at timestamptz, p_most integer default null,
  out reached integer, out more boolean, out users bigint[], out beyond boolean, out seconds integer
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  judged timestamptz;
  head timestamptz;
  fresh bigint[];
  since timestamptz;
  until timestamptz;
  scale integer;
  halted tstzmultirange;
  shut_real tstzmultirange;
  shut_demo tstzmultirange;
  events jsonb[];
  judgement record;
  is_left_over boolean;
begin
  p_at := require_reached(p_at);
  reached := 0;
  more := false;
  users := '{}';
  beyond := false;
  seconds := 0;
  select h.second into head from tape_head h where h.market_id = p_market and h.sequence > 0;
  insert into spot_stop_place (market_id, second) select p_market, head where head is not null on conflict do nothing;
  select p.second into judged from spot_stop_place p where p.market_id = p_market for no key update skip locked;
  if judged is null then
    return;
  end if;
  -- One that is new may have been placed before the second that was judged last, and been there only after it.
  -- One that its owner has moved is judged where it is now from that moment on, and goes on following from where it was.
  select array_agg(s.id), greatest(least(judged, min(coalesce(s.followed_to, s.created_at))), judged - interval '1 hour')
    into fresh, since
    from spot_stop s where s.market_id = p_market and s.status = 'waiting' and not s.is_heard;
  select m.price_scale into scale from market m where m.id = p_market;
  until := least(head, judged + make_interval(secs => p_seconds));
  seconds := greatest(extract(epoch from until - judged), 0);
  halted := market_halted_spans(p_market, since, until + interval '1 second');
  shut_real := trading_shut_spans(false, since, until + interval '1 second');
  shut_demo := trading_shut_spans(true, since, until + interval '1 second');
  with seen as materialized (
    select t.second, pair.last, t.origin, greatest(pair.last, t.index) as upper, least(pair.last, t.index) as lower
      from market m join price_sample t on t.market_id = m.id
     cross join lateral (select spot_taped_price(t, m.pair_instrument, m.perpetual_instrument) as last) pair
     where m.id = p_market and t.second > since and t.second <= until and t.index_state = 'ok'
       and pair.last is not null and not p_shut and not halted @> t.second),
  span as (select min(seen.upper) as low, max(seen.lower) as high from seen),
  hit as (
    select s.id, s.paired_order_id, s.judged_from, first.last, first.second
      from span join spot_stop s on s.market_id = p_market and s.status = 'waiting'
       and ((s.direction = 'rise' and s.trigger_price <= span.high)
         or (s.direction = 'fall' and s.trigger_price >= span.low))
     cross join lateral (
       select seen.last, seen.second from seen
        where seen.second > coalesce(s.judged_from, s.created_at) and (s.expires_at is null or seen.second < s.expires_at)
          and (seen.second > judged or s.id = any(fresh)) and (s.demo or seen.origin = any(p_origins))
          and not case when s.demo then shut_demo else shut_real end @> seen.second
          and case s.direction when 'rise' then seen.lower >= s.trigger_price else seen.upper <= s.trigger_price end
        order by seen.second limit 1) first
     where s.triggered_price is null and s.watermark is null),
  -- What follows the price goes second by second: its watermark is the best price so far that both venue and index had.
  steps as (
    select s.id, s.paired_order_id, s.judged_from, s.direction, s.trail_ratio, s.trail_distance, seen.second, seen.last,
           seen.upper, seen.lower, s.watermark as known,
           seen.second > coalesce(s.judged_from, s.created_at) as is_judged,
           case s.direction when 'fall' then greatest(s.watermark, max(seen.lower) over earlier)
             else least(s.watermark, min(seen.upper) over earlier) end as before_it,
           case s.direction when 'fall' then greatest(s.watermark, max(seen.lower) over up_to)
             else least(s.watermark, min(seen.upper) over up_to) end as with_it
      from spot_stop s join seen on seen.second > s.created_at and (s.expires_at is null or seen.second < s.expires_at)
       and (seen.second > judged or (s.id = any(fresh) and seen.second > coalesce(s.followed_to, s.created_at)))
       and (s.demo or seen.origin = any(p_origins))
       and not case when s.demo then shut_demo else shut_real end @> seen.second
     where s.market_id = p_market and s.status = 'waiting' and s.watermark is not null and s.triggered_price is null
    window earlier as (partition by s.id order by seen.second rows between unbounded preceding and 1 preceding),
           up_to as (partition by s.id order by seen.second)),
  met as (
    select steps.*, steps.is_judged and case steps.direction
             when 'fall' then steps.upper <= spot_trail_price('fall', before_it, trail_ratio, trail_distance, scale)
             else steps.lower >= spot_trail_price('rise', before_it, trail_ratio, trail_distance, scale) end as is_hit
      from steps),
  -- Of each the first second that reaches it, or else the last of all.
  followed as (
    select distinct on (met.id) met.id, met.paired_order_id, met.judged_from, met.direction, met.trail_ratio,
           met.trail_distance,
           case when met.is_hit then met.before_it else met.with_it end as watermark, met.known,
           case when met.is_hit then met.last end as last, case when met.is_hit then met.second end as second
      from met order by met.id, met.is_hit desc, case when met.is_hit then met.second end, met.second desc),
  -- As it was read: where its owner has moved one since, nothing of it is known. What was reached or moved is before what is
  -- only new.
  change as (
    select hit.id, hit.paired_order_id, hit.judged_from, hit.last, hit.second, null::numeric as watermark,
           null::numeric as trigger_price, true as is_change from hit
    union all
    select f.id, f.paired_order_id, f.judged_from, f.last, f.second, f.watermark,
           spot_trail_price(f.direction, f.watermark, f.trail_ratio, f.trail_distance, scale), true
      from followed f where f.last is not null or f.watermark <> f.known
    union all
    select s.id, s.paired_order_id, s.judged_from, null, null, null, null, false
      from spot_stop s where s.status = 'waiting' and s.id = any(fresh)),
  -- One more than may be written: that there are others.
  known as (select distinct on (c.id) c.* from change c order by c.id, c.is_change desc limit p_most + 1)
  select array_agg(k.id) as ids, array_agg(k.paired_order_id) as orders, array_agg(k.judged_from) as moved,
         array_agg(k.last::numeric) as lasts, array_agg(k.second) as seconds, array_agg(k.watermark::numeric) as watermarks,
         array_agg(k.trigger_price::numeric) as triggers, array_agg(k.is_change) as changes
    into judgement from (select * from known order by known.id) k;
  is_left_over := coalesce(cardinality(judgement.ids) > p_most, false);
  if is_left_over and (select count(*) from (
       select from price_sample t where t.market_id = p_market and t.second > judged and t.second <= until
        limit 2) two) > 1 then
    more := true;
    beyond := true;
    return;
  end if;
  -- Planned by how many they are: thousands may be reached in one second.
  -- A paired one is its order's: those are locked first.
  with twins as materialized (
    select o.id from spot_order o where o.id = any(judgement.orders) order by o.id for no key update),
  locked as (
    select s.id, s.trigger_price, s.judged_from, s.triggered_price is not null as is_reached from spot_stop s
     where s.status = 'waiting' and s.id = any(judgement.ids[:coalesce(p_most, cardinality(judgement.ids))])
       and (select count(*) from twins) >= 0
     order by s.id for no key update),
  written as (
    update spot_stop s set is_heard = true, triggered_price = coalesce(s.triggered_price, known.last),
           triggered_price_at = coalesce(s.triggered_price_at, known.second),
           watermark = coalesce(known.watermark, s.watermark),
           trigger_price = coalesce(known.trigger_price, s.trigger_price),
           updated_at = case when known.is_change then p_at else s.updated_at end,
           version = s.version + case when known.last is not null and not locked.is_reached
             or known.trigger_price <> locked.trigger_price then 1 else 0 end
      from locked join unnest(judgement.ids, judgement.moved, judgement.lasts, judgement.seconds, judgement.watermarks,
        judgement.triggers, judgement.changes)
        as known (id, judged_from, last, second, watermark, trigger_price, is_change)
        on known.id = locked.id and known.judged_from is not distinct from locked.judged_from
     where s.id = locked.id
    returning s.id, s.user_id, s as stop, known.last as reached_by, known.last is not null and not locked.is_reached
      or known.trigger_price <> locked.trigger_price as has_event)
  select count(w.reached_by), coalesce(array_agg(w.user_id order by w.id) filter (where w.has_event), '{}'),
         array_agg(spot_stop_event(w.stop) order by w.id) filter (where w.has_event)
    into reached, users, events
    from written w;
  more := is_left_over or until < head;
  if not is_left_over then
    update spot_stop_place set second = until where market_id = p_market and second < until;
  end if;
  if cardinality(users) > 0 then
    perform outbox_append_many(users, array_fill('order'::text, array[cardinality(users)]), events, p_at);
  end if;
end
$$;
