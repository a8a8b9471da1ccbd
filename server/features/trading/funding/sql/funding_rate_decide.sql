-- Decides what a market's stamp charges, once (B.3), from the premiums that were sampled, the market's lowest step, the tape
-- and the halts that were written down: nobody hands in a rate or a mark. Of a market that has a calendar the caller says
-- when its session was open, by spans that need not end at the stamp, and of all of them prices of which origins may move
-- real money.
--
-- A market that is halted or closed pays and charges nothing (decision 186): the rate is that part of the interval's for
-- which the market could be traded, a stamp at which its session is closed is void, and while a market is halted nothing is
-- decided, for three days at most. The mark price goes by the rate of the whole interval, also where a part is charged.
--
-- Answers whether it is decided: neither during a halt, nor while the stamp's mark, or a later one up to it, may still come
-- on the tape, which is closed a minute afterwards, nor before the stamps ahead of it: none is passed over.
--
-- Access: worker
create or replace function funding_rate_decide(
  p_market integer, p_stamp timestamptz, p_open_from timestamptz[], p_open_until timestamptz[], p_origins text[],
  p_at timestamptz
) returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  -- A market without a calendar is open always, also where the caller says otherwise.
  sessions constant tstzmultirange := case
    when exists (select from market m where m.id = p_market and m.calendar = 'always') then '{(,)}'
    else coalesce((
      select range_agg(tstzrange(span.since, span.until))
        from unnest(p_open_from, p_open_until) as span (since, until)), '{}')
  end;
  hours constant tstzmultirange := tstzmultirange(tstzrange(p_stamp - interval '8 hours', p_stamp));
  is_taped boolean;
  open_seconds integer;
  mean record;
  mark numeric;
  ceiling numeric;
  reason text;
  inserted funding_rate;
begin
  p_at := require_reached(p_at);
  if p_stamp <> date_bin('8 hours', p_stamp, '2000-01-01 00:00+00') then
    raise exception 'no stamp of funding: %', p_stamp using errcode = '22023';
  end if;
  if p_at < p_stamp or (
    exists (select from funding_rate r where r.market_id = p_market and r.stamp < p_stamp)
    and not exists (
      select from funding_rate r where r.market_id = p_market and r.stamp = p_stamp - interval '8 hours')) then
    return false;
  end if;
  -- Read before the halts: a halt from here on is one behind the stamp.
  if exists (select from market m where m.id = p_market and m.halted_reason is not null) then
    if p_at < p_stamp + interval '3 days' then
      return false;
    end if;
    reason := 'halted';
  end if;
  -- Read before the mark: up to here the tape gets nothing more.
  is_taped := exists (select from tape_head h where h.market_id = p_market and h.second >= p_stamp);
  if not is_taped and p_at >= p_stamp + interval '1 minute' then
    perform tape_close(p_market, p_stamp, p_at);
    is_taped := true;
  end if;
  open_seconds := funding_open_seconds(p_market, p_stamp, sessions);
  reason := coalesce(reason, case
    when not sessions @> p_stamp then 'closed'
    when open_seconds = 0 then 'halted'
  end);
  if reason is null and not is_taped then
    return false;
  end if;
  select f.premium, f.samples into mean from funding_mean(p_market, p_stamp, p_origins) f;
  mark := funding_mark(p_market, p_stamp, p_origins);
  ceiling := coalesce((
    select t.maintenance_ratio from maintenance_tier t where t.market_id = p_market order by t.floor limit 1), 0);
  reason := coalesce(reason, case when mark is null then 'no-price' when mean.samples = 0 then 'no-premiums' end);
  insert into funding_rate (
    market_id, stamp, rate, premium, samples, mark, void, origins, cap, sessions, open_seconds, decided_at,
    decided_in_part_at)
  values (p_market, p_stamp, case when reason is null then funding_rate_for(mean.premium, ceiling, open_seconds) else 0 end,
    mean.premium, mean.samples, coalesce(mark, 0), reason, p_origins, ceiling,
    sessions * hours, open_seconds, case when reason is not null or open_seconds = 28800 then p_at end,
    case when reason is null and open_seconds < 28800 then p_at end)
  on conflict do nothing returning * into inserted;
  update market m set funding_rate = funding_rate_of(inserted.premium, inserted.cap)
   where m.id = inserted.market_id and inserted.void is null;
  return true;
end
$$;
