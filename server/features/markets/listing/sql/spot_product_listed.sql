-- Trigger of spot_product: a market is offered in the transaction that lists it, as every spot market begins, with the least
-- order that two people agreed on there and the largest by it (`largestOrder` of contract/rules/listing.rules.ts). All
-- others are seeded by whoever owns the table. Refusal: PT001.
create or replace function spot_product_listed() returns trigger
language plpgsql
as $$
begin
  if pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'usage') then
    return new;
  end if;
  if new.fee_ratio <> 0.001 or new.maximum_amount <> new.minimum_amount * 100000 or not exists (
       select from market m
        where m.id = new.market_id and m.xmin = pg_current_xact_id()::xid
          and new.minimum_amount = coalesce(
                (listing_agreed(m.base_currency_id, m.quote_currency_id)->>'leastOrder')::numeric, 5)
          and listing_agreed(m.base_currency_id, m.quote_currency_id) is not null) then
    raise exception 'a product that two people did not agree on' using errcode = 'PT001';
  end if;
  return new;
end
$$;
