-- How much of a shortfall the insurance fund can pay. Locks until the transaction ends what the settlement will post to, in
-- the order in which liquidations do (`liquidation_stand`): the user's accounts, the house's fee and result, then the fund.
create or replace function futures_insured(p futures_position, p_shortfall numeric) returns numeric
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  fund numeric;
begin
  perform from ledger_account a
    where a.owner_key = p.user_id and a.kind in ('contract', 'contract_frozen') and a.currency_id = p.currency_id
      and a.demo = p.demo order by a.kind collate "C" for no key update;
  perform from ledger_account a
    where a.owner_key = 0 and a.kind in ('fee', 'house_pnl') and a.shard = ledger_shard(null, a.kind)
      and a.currency_id = p.currency_id and a.demo = p.demo order by a.kind collate "C" for no key update;
  select a.balance into fund from ledger_account a
   where a.owner_key = 0 and a.kind = 'insurance' and a.currency_id = p.currency_id and a.demo = p.demo
     and a.shard = 0 for no key update;
  return least(p_shortfall, coalesce(fund, 0));
end
$$;
