-- The steps that close gains of the other side against a bankrupt position at its bankruptcy price: in the
-- order of p_counterparties, only those that gain at that price, each as the steps planned before have left
-- it. Answers how many lots were matched, and the price of the whole bankrupt position: what was matched at the
-- bankruptcy price, the others at what was available. The steps say nothing of what the bankrupt position was decided by:
-- their reports are shown to others.
--
-- Access: stored functions
create or replace function liquidation_deleverage_steps(
  p_bankrupt liquidation_step, p_counterparties bigint[], p_steps liquidation_step[], p_scale smallint, out steps
  liquidation_step[], out matched integer, out price numeric, out price_from text
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  p constant futures_position := p_bankrupt.before;
  item constant jsonb := jsonb_build_object('kind', 'deleveraged', 'price', p_bankrupt.bankruptcy, 'priceFrom',
    'bankruptcy', 'fills', '[]'::jsonb);
  line record;
  other futures_position;
  step liquidation_step;
begin
  steps := '{}';
  matched := 0;
  for line in
    select f as held, done.step as done
      from unnest(p_counterparties) with ordinality counterparty (id, place)
      join futures_position f on f.id = counterparty.id
      left join (select distinct on ((earlier.before).id) (earlier.before).id, earlier as step from unnest(p_steps) earlier
                  order by (earlier.before).id, earlier.place desc) done on done.id = f.id
     where f.market_id = p.market_id and f.demo = p.demo and f.side = -p.side and f.status = 1
       and f.user_id <> p.user_id and f.lot_size = p.lot_size and (p_bankrupt.bankruptcy - f.entry_price) * f.side >= 0
     order by counterparty.place
  loop
    exit when matched >= p.lots;
    other := line.held;
    if (line.done).place is not null then
      other := liquidation_after(line.done);
    end if;
    continue when other.lots = 0;
    step := liquidation_step_of(other, item || jsonb_build_object('lots', least(other.lots, p.lots - matched)), p_scale,
      case other.margin_mode when 'cross' then liquidation_money_after(other, p_steps || steps) else 0 end, false);
    step.matched_with := p.id;
    step.place := cardinality(p_steps) + cardinality(steps) + 1;
    steps := steps || step;
    matched := matched + step.lots;
  end loop;
  price_from := case when matched >= p.lots then 'bankruptcy' else p_bankrupt.price_from end;
  price := case when matched >= p.lots then p_bankrupt.bankruptcy
    else futures_average_price(p_bankrupt.bankruptcy, matched, p_bankrupt.price, p.lots - matched) end;
end
$$;
