-- Which seconds of a market's tape are to be judged next for stops of contracts, at most so many, and the lowest and the
-- highest price of each kind in them: { source: [lowest, highest] }. What is younger than five seconds is left to who looks
-- at the prices of now. p_open_from, p_open_until: when the market's session was open.
--
-- A market whose tape was never judged answers no `after`.
--
-- Access: worker
create or replace function futures_stop_look(
  p_market integer, p_open_from timestamptz[], p_open_until timestamptz[], p_seconds integer, p_at timestamptz,
  out after timestamptz, out until timestamptz, out spans jsonb, out more boolean
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  newest timestamptz;
begin
  p_at := require_reached(p_at);
  select least(h.second, date_trunc('second', p_at) - interval '5 seconds') into newest
    from tape_head h where h.market_id = p_market and h.sequence > 0;
  select p.second into after from futures_stop_place p where p.market_id = p_market;
  until := least(newest, after + make_interval(secs => p_seconds));
  more := coalesce(until < newest, false);
  if until is null or until <= after then
    until := newest;
    return;
  end if;
  select jsonb_object_agg(found.source, found.span) into spans
    from (select s.source, jsonb_build_array(min(s.value), max(s.value)) as span
            from futures_stop_samples(p_market, after, until, (
              select coalesce(range_agg(tstzrange(span.since, span.ends)), '{}')
                from unnest(p_open_from, p_open_until) as span (since, ends))) s
           group by s.source) found;
end
$$;
