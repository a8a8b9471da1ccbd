-- Locks the accounts of a command, or of a batch, before it changes the first: for every command that books more than one
-- journal or reads balances that it goes by. Arrays have one place for each account.
--
-- Missing ones are opened first, while no account is locked; a concurrent opening of the same is waited for. Then all are
-- locked in the one order: users by id, kind, currency and book, and the house last. See documents/locks.md.
--
-- Access: stored functions
create or replace function ledger_lock_accounts(
  p_demo boolean[], p_owners bigint[], p_kinds text[], p_currencies integer[]
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  accounts constant bigint[] := ledger_opened_accounts(p_demo, p_owners, p_kinds, p_currencies);
begin
  perform from (
    select from ledger_account a where a.id = any (accounts)
     order by a.owner_id nulls last, a.kind collate "C", a.currency_id, a.demo, a.shard
       for no key update) locked;
end
$$;
