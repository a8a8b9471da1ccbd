-- Judges the tape of a market for the stops that wait, from where it was judged on, at most so many seconds: a stop
-- whose trigger price the last price of a sound second has reached since the stop was placed gets that price and
-- second as its receipt, once. It goes on waiting until it becomes its order. What somebody saw has mostly become one
-- before the tape comes to it; this is for what nobody saw.
--
-- p_shut: the market is halted now; its seconds are passed over, as are those of a book in cancel-only. p_origins:
-- where prices of real money may come from. A market that somebody else is at is left to them. Answers how many stops
-- were reached, and whether the tape goes on.
--
-- Access: worker
create or replace function spot_stop_reach(
  p_market integer, p_shut boolean, p_origins text[], p_seconds integer, p_at timestamptz, out reached integer,
  out more boolean
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  judged timestamptz;
  head timestamptz;
  fresh bigint[];
  since timestamptz;
  until timestamptz;
begin
  p_at := require_reached(p_at);
  reached := 0;
  more := false;
  select h.second into head from tape_head h where h.market_id = p_market and h.sequence > 0;
  insert into spot_stop_place (market_id, second) select p_market, head where head is not null on conflict do nothing;
  select p.second into judged from spot_stop_place p where p.market_id = p_market for no key update skip locked;
  if judged is null then
    return;
  end if;
  -- One that is new may have been placed before the second that was judged last, and been there only after it.
  select array_agg(s.id), greatest(least(judged, min(s.created_at)), judged - interval '1 hour') into fresh, since
    from spot_stop s where s.market_id = p_market and s.status = 'waiting' and not s.is_heard;
  until := least(head, judged + make_interval(secs => p_seconds));
  with seen as materialized (
    select t.second, t.last, t.origin from price_sample t
     where t.market_id = p_market and t.second > since and t.second <= until and t.index_state = 'ok'
       and t.last is not null and not p_shut),
  span as (select min(seen.last) as low, max(seen.last) as high from seen),
  hit as (
    select s.id, first.last, first.second
      from span join spot_stop s on s.market_id = p_market and s.status = 'waiting'
       and ((s.direction = 'rise' and s.trigger_price <= span.high)
         or (s.direction = 'fall' and s.trigger_price >= span.low))
     cross join lateral (
       select seen.last, seen.second from seen
        where seen.second > s.created_at and (seen.second > judged or s.id = any(fresh))
          and (s.demo or seen.origin = any(p_origins))
          and case s.direction when 'rise' then seen.last >= s.trigger_price else seen.last <= s.trigger_price end
        order by seen.second limit 1) first
     where s.triggered_price is null and trading_is_open(s.demo)),
  -- A paired one is its order's: those are locked first.
  twins as materialized (
    select o.id from spot_order o
     where o.id in (
       select s.paired_order_id from spot_stop s where s.id in (select hit.id from hit) or s.id = any(fresh))
     order by o.id for no key update),
  locked as (
    select s.id from spot_stop s
     where s.status = 'waiting' and (s.id in (select hit.id from hit) or s.id = any(fresh))
       and (select count(*) from twins) >= 0
     order by s.id for no key update),
  written as (
    update spot_stop s set is_heard = true, triggered_price = coalesce(s.triggered_price, hit.last),
           triggered_price_at = coalesce(s.triggered_price_at, hit.second),
           updated_at = case when hit.id is null then s.updated_at else p_at end
      from locked left join hit on hit.id = locked.id where s.id = locked.id returning hit.id)
  select count(written.id) into reached from written;
  more := until < head;
  update spot_stop_place set second = until where market_id = p_market and second < until;
end
$$;
