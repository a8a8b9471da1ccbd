-- Locks the positions that nobody else has locked, then the accounts of their users, then the house's: the
-- lock order of everything that takes several. Answers the ids of the locked positions.
--
-- Access: stored functions
create or replace function funding_stand(p_market integer, p_ids bigint[]) returns bigint[]
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  held record;
begin
  select array_agg(locked.id) as ids, array_agg(distinct locked.user_id) as users into held from (
    select f.id, f.user_id from futures_position f
     where f.id = any (p_ids) and f.market_id = p_market
     order by f.id for no key update skip locked) locked;
  -- What the house has not booked on yet is opened before the first account is locked.
  perform ledger_opened_accounts(array_agg(book.demo), array_agg(null::bigint), array_agg('house_pnl'::text),
      array_agg(book.currency_id))
     from (select distinct f.demo, f.currency_id from futures_position f where f.id = any (held.ids)) book;
  perform from (
    select a.id from ledger_account a
     where a.owner_key = any (held.users) and a.kind in ('contract', 'contract_frozen') and a.shard = 0
     order by a.owner_id, a.kind collate "C", a.currency_id, a.demo for no key update) accounts;
  perform from (
    select a.id from ledger_account a
     where a.owner_key = 0 and a.kind = 'house_pnl' and a.shard = ledger_shard(null, a.kind)
       and (a.currency_id, a.demo) in (
         select f.currency_id, f.demo from futures_position f where f.id = any (held.ids))
     order by a.currency_id, a.demo for no key update) house;
  return held.ids;
end
$$;
