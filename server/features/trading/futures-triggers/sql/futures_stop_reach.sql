-- Judges seconds of a market's tape, behind an instant and up to another one, for the stops of these positions: one whose
-- trigger price a second has reached since it has been as it is, and that nobody saw, has its receipt with that price and
-- second, once; `tape` is the epoch, and the sequence is that of the tape. Then it is like any stop that fired: its position
-- is closed as soon as the market can close it, at the prices of then. Of two stops of a position the one that was
-- reached first fires, and the stop-loss where one second has reached both.
--
-- p_origins: where prices of real money may come from. p_after null: the tape of the market was never judged, and is from
-- p_until on. Nothing is done where somebody else is at the market, or has been. Returns the positions whose stops fired.
--
-- Access: worker
create or replace function futures_stop_reach(
  p_market integer, p_after timestamptz, p_until timestamptz, p_positions bigint[], p_open_from timestamptz[],
  p_open_until timestamptz[], p_origins text[], p_at timestamptz
) returns bigint[]
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  fired bigint[];
begin
  p_at := require_reached(p_at);
  if p_after is null then
    insert into futures_stop_place (market_id, second) values (p_market, p_until) on conflict do nothing;
    return '{}'::bigint[];
  end if;
  perform from futures_stop_place p where p.market_id = p_market and p.second = p_after for no key update skip locked;
  if not found then
    return '{}'::bigint[];
  end if;
  with seen as materialized (
    select s.* from futures_stop_samples(p_market, p_after, p_until, (
      select coalesce(range_agg(tstzrange(span.since, span.ends)), '{}')
        from unnest(p_open_from, p_open_until) as span (since, ends))) s
     where cardinality(p_positions) > 0),
  hit as (
    select distinct on (f.id) f.id, f.user_id, stop.kind, stop.level, stop.source, first.value, first.second, first.sequence
      from futures_position f
     cross join lateral (
       values ('stop-loss', f.stop_loss, f.stop_loss_source, f.stop_loss_since, f.side = 1),
              ('take-profit', f.take_profit, f.take_profit_source, f.take_profit_since, f.side = -1))
       stop (kind, level, source, since, is_falling)
     cross join lateral (
       select seen.value, seen.second, seen.sequence from seen
        where seen.source = stop.source and seen.second > greatest(f.opened_at, stop.since)
          and (f.demo or seen.origin = any (p_origins))
          and case when stop.is_falling then seen.value <= stop.level else seen.value >= stop.level end
        order by seen.second limit 1) first
     where f.id = any (p_positions) and f.market_id = p_market and f.status = 1
     order by f.id, first.second, stop.kind),
  written as (
    insert into futures_trigger (position_id, user_id, kind, state, source, level, value, epoch, sequence, value_at,
      triggered_at)
    select hit.id, hit.user_id, hit.kind, 'triggered', hit.source, hit.level, hit.value, 'tape', hit.sequence,
           hit.second, p_at
      from hit order by hit.id
    on conflict (position_id) where state in ('triggered', 'executing') do nothing
    returning position_id)
  select coalesce(array_agg(w.position_id order by w.position_id), '{}') into fired from written w;
  update futures_stop_place set second = p_until where market_id = p_market;
  return fired;
end
$$;
