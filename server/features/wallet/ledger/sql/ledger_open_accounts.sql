-- Opens the missing accounts of a journal, in the order in which accounts are locked.
--
-- Access: stored functions
create or replace function ledger_open_accounts(
  p_demo boolean, p_owners bigint[], p_kinds text[], p_currencies integer[]
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  insert into ledger_account (owner_id, kind, currency_id, scale, demo, shard, may_go_negative)
  select wanted.owner_id, form.kind, currency.id, currency.scale, p_demo, form.shard, form.may_go_negative
    from (select distinct leg.owner_id, leg.kind, leg.currency_id, ledger_shard(leg.owner_id, leg.kind) as shard
            from unnest(p_owners, p_kinds, p_currencies) as leg (owner_id, kind, currency_id)) wanted
    join ledger_account_form form on form.kind = wanted.kind and form.house = (wanted.owner_id is null)
     and form.demo = p_demo and form.shard = wanted.shard
    join currency on currency.id = wanted.currency_id
   order by wanted.owner_id nulls last, form.kind collate "C", currency.id, form.shard
  on conflict do nothing;
end
$$;
