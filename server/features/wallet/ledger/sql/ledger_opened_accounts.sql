-- The accounts of a command, those that are missing opened: call it while none is locked. Null where there can be no
-- such account.
--
-- Looked up one by one: however many there are, no plan that was made for few of them can be wrong.
--
-- Access: stored functions
create or replace function ledger_opened_accounts(
  p_demo boolean[], p_owners bigint[], p_kinds text[], p_currencies integer[]
) returns bigint[]
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  accounts bigint[];
begin
  for attempt in 1..2 loop
    select array_agg((
             select a.id from ledger_account a
              where a.owner_key = coalesce(leg.owner_id, 0) and a.kind = leg.kind and a.currency_id = leg.currency_id
                and a.demo = leg.demo and a.shard = ledger_shard(leg.owner_id, leg.kind)) order by leg.position)
      into accounts
      from unnest(p_demo, p_owners, p_kinds, p_currencies)
        with ordinality as leg (demo, owner_id, kind, currency_id, position);
    exit when attempt = 2 or array_position(accounts, null) is null;
    perform ledger_open_accounts(book.demo, book.owners, book.kinds, book.currencies)
       from (select leg.demo, array_agg(leg.owner_id) as owners, array_agg(leg.kind) as kinds,
                    array_agg(leg.currency_id) as currencies
               from unnest(p_demo, p_owners, p_kinds, p_currencies) as leg (demo, owner_id, kind, currency_id)
              group by leg.demo order by leg.demo) book;
  end loop;
  return accounts;
end
$$;
