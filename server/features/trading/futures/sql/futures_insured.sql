-- How much of a shortfall the insurance fund can pay. Locks the user's accounts and then the fund until the
-- transaction ends, which is the order in which money is locked.
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
      and a.demo = p.demo order by a.id for no key update;
  select a.balance into fund from ledger_account a
   where a.owner_key = 0 and a.kind = 'insurance' and a.currency_id = p.currency_id and a.demo = p.demo
     and a.shard = 0 for no key update;
  return least(p_shortfall, coalesce(fund, 0));
end
$$;
