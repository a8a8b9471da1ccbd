-- Locks the counterparties for deleveraging those of the p_held positions whose losses exceed their margin, and answers
-- them by rank: open positions of the other side that could gain at a bankruptcy price, until those that certainly gain
-- cover the missing lots. Positions locked by another transaction are skipped.
--
-- Money on a cross account only moves the bankruptcy price towards the price at which the position would close,
-- so the margin alone determines which lots are missing and which positions certainly gain.
--
-- Access: stored functions
create or replace function liquidation_counterparties(
  p_groups jsonb, p_held bigint[], p_markets jsonb
) returns bigint[]
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  users constant bigint[] := array(
    select (groups.value->>'userId')::bigint from jsonb_array_elements(p_groups) groups);
  missing record;
  candidate bigint;
  other record;
  lots bigint;
  found_ids bigint[] := '{}'::bigint[];
begin
  for missing in
    select p.market_id, p.demo, p.side, p.lot_size, sum(p.lots) as lots,
           max(bankruptcy.price * p.side) as sure,
           min(case p.margin_mode when 'cross' then (item.value->>'price')::numeric else bankruptcy.price end * p.side)
             as possible
      from jsonb_array_elements(p_groups) groups
     cross join jsonb_array_elements(groups.value->'items') item
      join futures_position p on p.id = (item.value->>'id')::bigint
     cross join futures_bankruptcy_price(p.side, p.lots * p.lot_size, p.entry_price, p.margin) as bankruptcy (price)
     where p.id = any (p_held) and (bankruptcy.price - (item.value->>'price')::numeric) * p.side > 0
     group by p.market_id, p.demo, p.side, p.lot_size order by p.market_id, p.demo, p.side, p.lot_size
  loop
    lots := 0;
    foreach candidate in array liquidation_ranked(missing.market_id, missing.demo, missing.side,
      (p_markets->(missing.market_id::text)->>'mark')::numeric)
    loop
      exit when lots >= missing.lots;
      select f.lots, f.user_id, f.entry_price * missing.side >= missing.sure as is_sure into other
        from futures_position f
       where f.id = candidate and f.status = 1 and f.lot_size = missing.lot_size
         and f.entry_price * missing.side >= missing.possible
         for no key update skip locked;
      continue when not found;
      found_ids := found_ids || candidate;
      if other.is_sure and not other.user_id = any (users) then
        lots := lots + other.lots;
      end if;
    end loop;
  end loop;
  return found_ids;
end
$$;
