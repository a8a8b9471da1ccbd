-- Works out what is done with the positions of one book and currency, in the order of the groups, as far as
-- the insurance fund reaches; with p_deleverage the gains of p_counterparties are closed beyond it. `apart` has
-- the first position of each group that has to be done by a call of its own, `behind` that of each which would be closed by
-- the book behind a group that takes less of the same side than it was decided to: it pays for levels that nobody took,
-- and is left to be decided again. A group of which an earlier step has changed something is left out.
--
-- Access: stored functions
create or replace function liquidation_plan(
  p_groups jsonb, p_demo boolean, p_currency integer, p_deleverage boolean, p_counterparties bigint[], out steps
  liquidation_step[], out apart bigint[], out behind bigint[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  line record;
  step liquidation_step;
  decimals smallint;
  fund numeric;
  available numeric;
  other_sides jsonb := '{}'::jsonb;
  matching record;
  taken record;
  -- as they were before the group
  steps_before integer := 0;
  fund_before numeric;
  planned integer := 0;
  is_left boolean;
  -- what groups so far were to take of books and do not, and what those in front of the group do not
  untaken jsonb := '{}'::jsonb;
  untaken_before jsonb;
  is_behind boolean;
begin
  steps := '{}';
  apart := '{}';
  behind := '{}';
  select c.scale into decimals from currency c where c.id = p_currency;
  fund := coalesce((select a.balance from ledger_account a where a.owner_key = 0 and a.kind = 'insurance'
    and a.currency_id = p_currency and a.demo = p_demo and a.shard = 0), 0);
  for line in
    select member.place as first, p as held, member.value as item, (groups.value->>'cross')::boolean as is_cross,
           (groups.value->>'everything')::boolean and member.place = count(*) over own as is_last,
           member.place = count(*) over own as is_end, (groups.value->'items'->0->>'id')::bigint as name,
           liquidation_reach(groups.value->'items') as reach,
           case when (groups.value->>'cross')::boolean then liquidation_free_money(p) else 0 end as available,
           -- What an isolated position gives back could change the account.
           (groups.value->>'cross')::boolean
             and count(*) over own <> count(*) over (partition by groups.value->>'userId') as is_shared
      from jsonb_array_elements(p_groups) with ordinality groups (value, place)
     cross join jsonb_array_elements(groups.value->'items') with ordinality member (value, place)
      join futures_position p on p.id = (member.value->>'id')::bigint
     where (groups.value->>'demo')::boolean = p_demo and (groups.value->>'currencyId')::integer = p_currency
    window own as (partition by groups.place)
     order by groups.place, member.place
  loop
    if line.first = 1 then
      steps_before := planned;
      fund_before := fund;
      available := line.available;
      untaken_before := untaken;
      is_behind := false;
      is_left := line.is_shared or p_deleverage and exists (
        select from unnest(steps) earlier where earlier.kind = 'deleveraged'
           and ((earlier.before).id = (line.held).id
             or line.is_cross and (earlier.before).user_id = (line.held).user_id));
      if line.is_shared and not p_deleverage then
        apart := apart || line.name;
      end if;
      if is_left then
        untaken := liquidation_untaken(untaken, line.reach);
      end if;
    end if;
    continue when is_left;
    step := liquidation_step_of(line.held, line.item, decimals, available, not line.is_cross or line.is_last);
    if step.shortfall > fund and step.bankruptcy is not null and step.kind = 'full' then
      if p_deleverage then
        select * into taken from liquidation_deleverage_steps(step, p_counterparties, steps, decimals);
        steps := steps || taken.steps;
        planned := cardinality(steps);
        if taken.matched > 0 then
          untaken := liquidation_untaken(untaken, line.reach);
          step := liquidation_step_of(line.held, line.item || jsonb_build_object('kind', 'full', 'price', taken.price,
            'priceFrom', taken.price_from), decimals, available, not line.is_cross or line.is_last);
        end if;
      else
        select * into matching from liquidation_is_matched(line.held, step.bankruptcy, other_sides);
        other_sides := matching.known;
        if matching.is_matched then
          is_left := true;
          apart := apart || line.name;
          untaken := liquidation_untaken(untaken, line.reach);
          planned := steps_before;
          fund := fund_before;
          continue;
        end if;
      end if;
    end if;
    step.insured := step.insured + least(step.shortfall, fund);
    fund := fund - step.insured;
    available := available + case when line.is_cross then step.net else 0 end;
    planned := planned + 1;
    step.place := planned;
    steps[planned] := step;
    is_behind := is_behind or step.price_from = 'book'
      and liquidation_is_behind(liquidation_reach(jsonb_build_array(line.item)), untaken_before);
    if line.is_end and is_behind then
      behind := behind || line.name;
      untaken := liquidation_untaken(untaken, line.reach);
      planned := steps_before;
      fund := fund_before;
      steps := steps[1:planned];
    end if;
  end loop;
  steps := liquidation_waves(steps[1:planned]);
end
$$;
