-- How much of a shortfall the insurance fund can pay. Locks what the settlement will post to, in the one order: the user's
-- accounts, the house's fee and result, then the fund.
create or replace function futures_insured(p futures_position, p_shortfall numeric) returns numeric
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  fund numeric;
begin
  perform futures_lock_accounts(array[p.id], array['fee', 'house_pnl']);
  select a.balance into fund from ledger_account a
   where a.owner_key = 0 and a.kind = 'insurance' and a.currency_id = p.currency_id and a.demo = p.demo
     and a.shard = 0 for no key update;
  return least(p_shortfall, coalesce(fund, 0));
end
$$;
