-- Writes the rows of a wave of steps and their reports. Positions pass through the status closing, as every close
-- does. Answers the events.
--
-- Access: stored functions
create or replace function liquidation_write(
  p_steps liquidation_step[], p_markets jsonb, p_at timestamptz, out owners bigint[], out kinds text[], out
  events jsonb[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  rows record;
  reports record;
begin
  update futures_position f set status = 2, updated_at = p_at
   where f.id in (select (step.before).id from unnest(p_steps) step where step.lots = (step.before).lots)
     and f.status = 1;
  with moved as (
    update futures_position f set
           status = case when step.lots = f.lots then 3 else f.status end, lots = f.lots - step.lots,
           margin = step.margin_left,
           close_price = futures_average_price(f.close_price, f.lots_ordered - f.lots, step.price, step.lots),
           fee = f.fee + step.fee, realised_profit = f.realised_profit + step.profit,
           shortfall = f.shortfall + step.shortfall, insurance = f.insurance - step.insured,
           closed_as = case when step.lots = f.lots then
             case step.kind when 'deleveraged' then 'deleveraged' else 'liquidated' end end,
           closed_at = case when step.lots = f.lots then p_at end, updated_at = p_at, liquidated_at = p_at
      from unnest(p_steps) step
     where f.id = (step.before).id
    returning step.place, f.user_id, futures_position_event(f)
      || futures_fill_event(step.lots, step.price, step.profit, step.fee) as event)
  select array_agg(moved.user_id order by moved.place) as owners, array_agg(moved.event order by moved.place) as events
    into rows from moved;
  with noted as (
    insert into liquidation_report (position_id, version, user_id, market_id, demo, kind, at, mark, mark_at, mark_before,
      mark_before_at, equity, required, tier_floor, tier_rate, tier_deduction, entry_price, margin, lots_before, lots,
      liquidation_price, bankruptcy_price, price, price_from, fills, profit, fee, shortfall, insurance, matched_with)
    select (step.before).id, (step.before).version, (step.before).user_id, (step.before).market_id,
           (step.before).demo, step.kind, p_at, (market.value->>'mark')::numeric,
           to_timestamp((market.value->>'markAt')::numeric / 1000), (market.value->>'markBefore')::numeric,
           to_timestamp((market.value->>'markBeforeAt')::numeric / 1000), (step.item->>'equity')::numeric,
           (step.item->>'required')::numeric, (step.item->>'tierFloor')::numeric, (step.item->>'tierRate')::numeric,
           (step.item->>'tierDeduction')::numeric, (step.before).entry_price, (step.before).margin,
           (step.before).lots, step.lots, (step.item->>'liquidationPrice')::numeric, step.bankruptcy, step.price,
           step.price_from, coalesce(step.item->'fills', '[]'::jsonb), step.profit, step.fee, step.shortfall,
           -step.insured, step.matched_with
      from unnest(p_steps) step join jsonb_each(p_markets) market on market.key = (step.before).market_id::text
     order by step.place
    returning *)
  select array_agg(noted.user_id order by noted.id) as owners,
         array_agg(liquidation_event(noted.*::liquidation_report) order by noted.id) as events
    into reports from noted;
  if (cardinality(rows.events), cardinality(reports.events))
     is distinct from (cardinality(p_steps), cardinality(p_steps)) then
    raise exception 'not every position could be closed and reported';
  end if;
  owners := rows.owners || reports.owners;
  kinds := array_fill('position'::text, array[cardinality(p_steps)])
    || array_fill('liquidation'::text, array[cardinality(p_steps)]);
  events := rows.events || reports.events;
end
$$;
