-- Explains what is wrong with legs that are not plain ones, and opens the accounts that they lack. Refusals:
-- LG002, LG004.
--
-- Access: stored functions
create or replace function ledger_check_legs(
  p_demo boolean, p_owners bigint[], p_kinds text[], p_currencies integer[], p_amounts numeric[], p_holds
  text[]
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  given constant integer := coalesce(cardinality(p_amounts), 0);
  decimals smallint;
begin
  if given < 2 or given > 64 or cardinality(p_owners) <> given or cardinality(p_kinds) <> given
    or cardinality(p_currencies) <> given or cardinality(p_holds) <> given then
    raise exception 'a journal has 2 to 64 complete legs' using errcode = 'LG002';
  end if;
  perform ledger_open_accounts(p_demo, p_owners, p_kinds, p_currencies);
  for i in 1..given loop
    if (p_holds[i] is not null) <> (p_kinds[i] like '%\_frozen') then
      raise exception 'frozen money, and no other, names its hold' using errcode = 'LG002';
    end if;
    select a.scale into decimals from ledger_account a
     where a.owner_key = coalesce(p_owners[i], 0) and a.kind = p_kinds[i] and a.currency_id = p_currencies[i]
       and a.demo = p_demo and a.shard = ledger_shard(p_owners[i], p_kinds[i]);
    if not found then
      raise exception 'there can be no such account: % of %', p_kinds[i], p_currencies[i] using errcode = 'LG002';
    end if;
    if p_amounts[i] <> trunc(p_amounts[i], decimals) then
      raise exception 'currency % has % decimals', p_currencies[i], decimals using errcode = 'LG002';
    end if;
  end loop;
end
$$;
