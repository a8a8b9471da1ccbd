-- An account's kind of owner is derived when it is opened, and never changes. A trigger instead of
-- generated columns, which every statement on the table would read anew from their text.
--
-- A sub-account has real money for spot, futures and options alone: SU001 for every other account of one.
create or replace function ledger_account_derive() returns trigger
language plpgsql
as $$
begin
  new.owner_key := coalesce(new.owner_id, 0);
  new.house := new.owner_id is null;
  if (new.demo or new.kind like 'trust%') and exists (select from sub_account s where s.user_id = new.owner_id) then
    raise exception 'not for a sub-account: %', new.kind using errcode = 'SU001';
  end if;
  return new;
end
$$;
