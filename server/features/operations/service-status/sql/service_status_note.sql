-- Keeps how each part of the product is seen to be now, and for how long: the span goes on while the state stays and
-- somebody looks at least every p_unseen seconds; else another begins. Where no gateway gave a sign for as long, nobody
-- reaches anything, whatever else works. One worker looks at a time: false where another one has just looked, or is at it.
-- Spans that ended before p_retention_days are gone.
--
-- Access: worker
create or replace function service_status_note(
  p_at timestamptz, p_states jsonb, p_every double precision, p_unseen double precision,
  p_retention_days integer
) returns boolean
language plpgsql
as $$
declare
  v_now timestamptz;
  v_seen timestamptz;
  v_reachable boolean;
begin
  p_at := require_reached(p_at);
  select w.seen_at into v_seen from service_pulse w where w.role = 'worker' for update skip locked;
  if not found then
    return false;
  end if;
  v_now := database_now(p_at);
  if v_seen > v_now - p_every * interval '1 second' then
    return false;
  end if;
  select g.seen_at > v_now - p_unseen * interval '1 second' into v_reachable from service_pulse g where g.role = 'gateway';
  update service_pulse set seen_at = v_now where role = 'worker';

  with seen as (
    select s.key as part, case when v_reachable then s.value else 'down' end as state from jsonb_each_text(p_states) s),
  latest as (
    select n.part, n.state, l.began_at, l.seen_at, l.state as before,
           l.seen_at >= v_now - p_unseen * interval '1 second' as goes_on
      from seen n left join lateral (
        select x.began_at, x.seen_at, x.state from service_span x
         where x.part = n.part order by x.began_at desc limit 1) l on true
     where l.seen_at is null or l.seen_at < v_now),
  ended as (
    update service_span x set seen_at = v_now from latest l
     where x.part = l.part and x.began_at = l.began_at and l.goes_on)
  insert into service_span (part, state, began_at, seen_at)
  select l.part, l.state, v_now, v_now from latest l where not coalesce(l.goes_on and l.before = l.state, false);

  delete from service_span where seen_at < v_now - p_retention_days * interval '1 day';
  return true;
end
$$;
