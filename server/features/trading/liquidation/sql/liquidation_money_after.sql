-- Balance of the futures account of a position's user after these steps of a plan.
--
-- Access: stored functions
create or replace function liquidation_money_after(p futures_position, p_steps liquidation_step[]) returns numeric
language plpgsql stable
as $$
declare
  moved numeric;
  is_liquidated boolean;
begin
  select coalesce(sum(step.net), 0),
         coalesce(bool_or(step.kind <> 'deleveraged' and (step.before).margin_mode = 'cross'), false)
    into moved, is_liquidated from unnest(p_steps) step where (step.before).user_id = p.user_id;
  -- Waiting orders are taken back only where the account itself is liquidated.
  return moved + case when is_liquidated then liquidation_free_money(p) else coalesce((
    select a.balance from ledger_account a where a.owner_key = p.user_id and a.kind = 'contract'
       and a.currency_id = p.currency_id and a.demo = p.demo and a.shard = 0), 0) end;
end
$$;
