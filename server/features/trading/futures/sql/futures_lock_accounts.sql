-- Locks the accounts that closing or filling positions moves, of all of them before the first is changed: their users'
-- futures accounts, and the house's accounts of these kinds. The caller has locked the positions.
create or replace function futures_lock_accounts(p_ids bigint[], p_house text[]) returns void
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  wanted record;
begin
  with held as materialized (
    select distinct f.demo, f.user_id, f.currency_id from futures_position f where f.id = any (p_ids)),
  account as (
    select held.demo, held.user_id as owner, own.kind, held.currency_id
      from held cross join (values ('contract'), ('contract_frozen')) as own (kind)
    union
    select held.demo, null, house.kind, held.currency_id from held cross join unnest(p_house) as house (kind))
  select array_agg(account.demo) as demo, array_agg(account.owner) as owners, array_agg(account.kind) as kinds,
         array_agg(account.currency_id) as currencies
    into wanted from account;
  if wanted.kinds is not null then
    perform ledger_lock_accounts(wanted.demo, wanted.owners, wanted.kinds, wanted.currencies);
  end if;
end
$$;
