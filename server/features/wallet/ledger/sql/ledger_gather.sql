-- Splits a debit of a house account that may not go negative over as many of its shards as it needs. Rare:
-- fees and penalties that are given back by hand. Nothing is locked yet; a shard that has less when it is
-- reached fails the transaction, which is then tried again.
--
-- Access: stored functions
create or replace function ledger_gather(
  p_kind text, p_currency integer, p_demo boolean, p_amount numeric, out shards smallint[], out amounts
  numeric[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  found_shard record;
  missing numeric := -p_amount;
  taken numeric;
begin
  for found_shard in select a.shard, a.balance from ledger_account a
    where a.owner_key = 0 and a.kind = p_kind and a.currency_id = p_currency and a.demo = p_demo and a.balance > 0
    order by a.balance desc, a.shard
  loop
    exit when missing = 0;
    taken := least(missing, found_shard.balance);
    shards := shards || found_shard.shard;
    amounts := amounts || -taken;
    missing := missing - taken;
  end loop;
  if missing > 0 then
    perform ledger_refuse_debit(null, p_kind, p_currency);
  end if;
end
$$;
