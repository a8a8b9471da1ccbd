-- What a user has of each coin on all real accounts together, and whether anything of it is frozen: waits for an order, a
-- decision or somebody else. A coin of which there is nothing is not among them.
create or replace function account_held(p_user bigint) returns table (
  currency_id integer, amount numeric, is_frozen boolean
)
language sql stable
as $$
  select a.currency_id, sum(a.balance), bool_or(a.kind not in ('spot', 'option', 'contract', 'trust'))
    from ledger_account a where a.owner_key = p_user and not a.demo and a.balance <> 0
   group by a.currency_id
$$;
