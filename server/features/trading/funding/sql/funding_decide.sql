-- Decides a market's rate of a stamp once (B.3), from the premiums that were sampled, the market's lowest step, the tape
-- and the halts that were written down: nobody hands in a rate or a mark. The caller says whether the market's session was
-- open, and prices of which origins may move real money. A halt voids the stamp where it took half of the eight hours
-- before it at least: a short one would let one operator save somebody a payment (decision 176). What is not void is the
-- market's rate from then on, by which its mark price goes. Answers whether it is decided: not while the stamp's mark, or
-- a later one up to it, may still come on the tape, which is closed a minute afterwards.
--
-- Access: worker
create or replace function funding_decide(
  p_market integer, p_stamp timestamptz, p_is_open boolean, p_origins text[], p_at timestamptz
) returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  is_taped boolean;
  halted_seconds integer;
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
  if p_at < p_stamp then
    return false;
  end if;
  -- Read before the mark: up to here the tape gets nothing more.
  is_taped := exists (select from tape_head h where h.market_id = p_market and h.second >= p_stamp);
  if not is_taped and p_at >= p_stamp + interval '1 minute' then
    perform tape_close(p_market, p_stamp, p_at);
    is_taped := true;
  end if;
  halted_seconds := funding_halted_seconds(p_market, p_stamp);
  reason := case when halted_seconds >= 4 * 3600 then 'halted' when not p_is_open then 'closed' end;
  if reason is null and not is_taped then
    return false;
  end if;
  select f.premium, f.samples into mean from funding_mean(p_market, p_stamp, p_origins) f;
  mark := funding_mark(p_market, p_stamp, p_origins);
  ceiling := coalesce((
    select t.maintenance_ratio from maintenance_tier t where t.market_id = p_market order by t.floor limit 1), 0);
  reason := coalesce(reason, case when mark is null then 'no-price' when mean.samples = 0 then 'no-premiums' end);
  insert into funding_rate (market_id, stamp, rate, premium, samples, mark, void, origins, cap, halted_seconds, decided_at)
  values (p_market, p_stamp, case when reason is null then funding_rate_of(mean.premium, ceiling) else 0 end,
    mean.premium, mean.samples, coalesce(mark, 0), reason, p_origins, ceiling, halted_seconds, p_at)
  on conflict do nothing returning * into inserted;
  update market m set funding_rate = inserted.rate where m.id = inserted.market_id and inserted.void is null;
  return true;
end
$$;
