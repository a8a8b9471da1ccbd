-- Trigger of market_constituent: where the price of a market comes from is said once, in the transaction that lists it, and
-- is what two people agreed on there. Of all other markets whoever owns the table says it. Refusal: PT001.
create or replace function market_constituent_listed() returns trigger
language plpgsql
as $$
begin
  if pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'usage') then
    return new;
  end if;
  if new.weight <> 1 or not exists (
       select from market m
        where m.id = new.market_id and m.xmin = pg_current_xact_id()::xid
          and listing_agreed(m.base_currency_id, m.quote_currency_id)->'instruments' ? new.instrument) then
    raise exception 'a price that two people did not agree on' using errcode = 'PT001';
  end if;
  return new;
end
$$;
