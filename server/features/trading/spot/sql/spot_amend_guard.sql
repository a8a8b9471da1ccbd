-- The limit and the quantity of an order change only as an amendment says that is written already (SP009).
create or replace function spot_amend_guard() returns trigger
language plpgsql
as $$
begin
  if not exists (
    select from spot_order_amendment a
     where a.order_id = new.id and a.version = new.version and new.version = old.version + 1
       and a.limit_before = old.limit_price and a.limit_after = new.limit_price
       and a.quantity_before = old.quantity and a.quantity_after = new.quantity) then
    raise exception 'the terms of an order change by an amendment' using errcode = 'SP009';
  end if;
  return new;
end
$$;
