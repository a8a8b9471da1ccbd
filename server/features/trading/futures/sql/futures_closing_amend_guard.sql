-- Price and lots of an order that waits to close lots of a position change only as an amendment says that is written
-- already (FU009).
create or replace function futures_closing_amend_guard() returns trigger
language plpgsql
as $$
begin
  if new.status <> 'waiting' or new.amendments <> old.amendments + 1 or new.lots_filled <> old.lots_filled
     or new.lots <> new.lots_filled + new.lots_waiting
     or not exists (
       select from futures_closing_amendment a
        where a.closing_id = new.id and a.number = new.amendments and a.lots_filled = new.lots_filled
          and a.limit_before = old.limit_price and a.limit_after = new.limit_price
          and a.lots_before = old.lots_waiting and a.lots_after = new.lots_waiting) then
    raise exception 'the terms of an order change by an amendment' using errcode = 'FU009';
  end if;
  return new;
end
$$;
