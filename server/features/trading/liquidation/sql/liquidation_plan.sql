-- Works out what is done with the positions of one book and currency, in the order of the groups, as far as
-- the insurance fund reaches. `apart` has the first position of each group that cannot be done together with
-- others.
--
-- Access: stored functions
create or replace function liquidation_plan(
  p_groups jsonb, p_demo boolean, p_currency integer, out steps liquidation_step[], out apart bigint[]
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
  other_sides jsonb := '{}';
  matching record;
  -- as they were before the group
  steps_before integer := 0;
  fund_before numeric;
  planned integer := 0;
  is_apart boolean;
begin
  steps := '{}';
  apart := '{}';
  select c.scale into decimals from currency c where c.id = p_currency;
  fund := coalesce((select a.balance from ledger_account a where a.owner_key = 0 and a.kind = 'insurance'
    and a.currency_id = p_currency and a.demo = p_demo and a.shard = 0), 0);
  for line in
    select member.place as first, p as held, member.value as item, (groups.value->>'cross')::boolean as is_cross,
           (groups.value->>'everything')::boolean and member.place = count(*) over own as is_last,
           (groups.value->'items'->0->>'id')::bigint as name,
           coalesce(a.balance, 0) as available,
           (groups.value->>'cross')::boolean and (
             min(member.value->>'kind') over own <> max(member.value->>'kind') over own
             or count(*) over own <> count(*) over (partition by groups.value->>'userId')
             or exists (select from futures_position o where o.user_id = p.user_id and o.demo = p.demo
                  and o.status = 0 and o.margin_mode = 'cross')) as is_apart
      from jsonb_array_elements(p_groups) with ordinality groups (value, place)
     cross join jsonb_array_elements(groups.value->'items') with ordinality member (value, place)
      join futures_position p on p.id = (member.value->>'id')::bigint
      left join ledger_account a on (groups.value->>'cross')::boolean and a.owner_key = p.user_id
       and a.kind = 'contract' and a.currency_id = p.currency_id and a.demo = p.demo and a.shard = 0
     where (groups.value->>'demo')::boolean = p_demo and (groups.value->>'currencyId')::integer = p_currency
    window own as (partition by groups.place)
     order by groups.place, member.place
  loop
    if line.first = 1 then
      steps_before := planned;
      fund_before := fund;
      available := line.available;
      is_apart := line.is_apart;
      if is_apart then
        apart := apart || line.name;
      end if;
    end if;
    continue when is_apart;
    step := liquidation_step_of(line.held, line.item, decimals, available, not line.is_cross or line.is_last);
    if step.shortfall > fund and step.bankruptcy is not null and step.kind = 'full' then
      select * into matching from liquidation_is_matched(line.held, step.bankruptcy, other_sides);
      other_sides := matching.known;
      if matching.is_matched then
        -- The gains of others are closed for it.
        is_apart := true;
        apart := apart || line.name;
        planned := steps_before;
        fund := fund_before;
        continue;
      end if;
    end if;
    if step.shortfall > 0 then
      step.insured := step.insured + least(step.shortfall, fund);
    end if;
    fund := fund - step.insured;
    available := available + case when line.is_cross then step.net else 0 end;
    planned := planned + 1;
    step.place := planned;
    steps[planned] := step;
  end loop;
  steps := steps[1:planned];
end
$$;
