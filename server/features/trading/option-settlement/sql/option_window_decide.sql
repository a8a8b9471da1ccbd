-- Decides a window once, from the tape's own rows: nobody hands in a price or a sample. Answers whether it is decided; not
-- before its last second, nor while samples of it may still be written: until the tape has gone past that second, or has
-- been silent for ten seconds more than a sample may be late (TAPE_LATE_MAX_MS of the tape's writer), and is closed then.
-- The last sample, to which all are chained, gets its way to the root of its hour once that is sealed (tape_paths_record).
--
-- Access: worker
create or replace function option_window_decide(
  p_market integer, p_closes timestamptz, p_rule_version smallint, p_window_seconds smallint, p_price_decimals smallint,
  p_constituents_min smallint, p_origin text, p_at timestamptz
) returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  decided option_settlement;
begin
  p_at := require_reached(p_at);
  if p_rule_version <> 1 then
    raise exception 'there is no version % of the rule', p_rule_version using errcode = '22023';
  end if;
  if p_at < p_closes then
    return false;
  end if;
  -- Read before the samples: what is missing up to here stays missing.
  if not exists (select from tape_head h where h.market_id = p_market and h.second >= p_closes) then
    if p_at < p_closes + interval '40 seconds' then
      return false;
    end if;
    perform tape_close(p_market, p_closes, p_at);
  end if;
  decided.market_id := p_market;
  decided.closes_at := p_closes;
  decided.window_seconds := p_window_seconds;
  decided.price_decimals := p_price_decimals;
  decided.constituents_min := p_constituents_min;
  decided.origin := p_origin;
  decided.samples := coalesce((
    select jsonb_agg(tape_sample(p) order by p.second) from price_sample p
     where p.market_id = p_market and p.second <= p_closes
       and p.second > p_closes - p_window_seconds * interval '1 second'), '[]');
  select due.price, due.reason into decided.price, decided.reason from option_window_price(decided) due;
  insert into option_settlement (market_id, closes_at, rule_version, window_seconds, price_decimals, constituents_min,
    origin, price, reason, samples, decided_at, recorded_at)
  values (p_market, p_closes, p_rule_version, p_window_seconds, p_price_decimals, p_constituents_min, p_origin,
    decided.price, decided.reason, decided.samples, p_at, database_now(p_at))
  on conflict do nothing;
  insert into tape_path (market_id, second)
  select p_market, max(p.second) from price_sample p
   where p.market_id = p_market and p.second <= p_closes
     and p.second > p_closes - p_window_seconds * interval '1 second'
  having max(p.second) is not null
  on conflict do nothing;
  return true;
end
$$;
