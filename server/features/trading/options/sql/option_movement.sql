-- How far the index of a market has usually moved in a second: the mean of what it moved from each second of the tape to the
-- next one, in the two minutes that end ten seconds before the ten seconds that the second is of. Those are on the tape for
-- good, so every gateway reads the same. Null: there were fewer than sixty such pairs.
--
-- Access: product
create or replace function option_movement(p_market integer, p_second timestamptz) returns numeric
language sql stable
set search_path = public, pg_temp
set enable_seqscan = off
as $$
  with span as (
    select to_timestamp(floor(extract(epoch from p_second) / 10) * 10 - 10) as ends),
  moved as (
    select s.second - lag(s.second) over (order by s.second) as after,
           abs(s.index - lag(s.index) over (order by s.second)) as moved
      from span cross join price_sample s
     where s.market_id = p_market and s.second >= span.ends - interval '120 seconds' and s.second < span.ends
       and s.index_state = 'ok')
  select case when count(*) >= 60 then avg(m.moved) end
    from moved m where m.after = interval '1 second' and m.moved is not null
$$;
