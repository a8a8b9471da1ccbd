-- An account's kind of owner is derived when it is opened, and never changes. A trigger instead of
-- generated columns, which every statement on the table would read anew from their text.
create or replace function ledger_account_derive() returns trigger
language plpgsql
as $$
begin
  new.owner_key := coalesce(new.owner_id, 0);
  new.house := new.owner_id is null;
  return new;
end
$$;
