-- Balance of the futures account of a position's user once the waiting cross orders of the book are cancelled.
--
-- Access: stored functions
create or replace function liquidation_free_money(p futures_position) returns numeric
language sql stable
as $$
  select coalesce((select a.balance from ledger_account a where a.owner_key = p.user_id and a.kind = 'contract'
             and a.currency_id = p.currency_id and a.demo = p.demo and a.shard = 0), 0)
       + coalesce((select sum(o.reserved) from futures_position o where o.user_id = p.user_id and o.demo = p.demo
             and o.status = 0 and o.margin_mode = 'cross' and o.currency_id = p.currency_id), 0)
$$;
