-- Trigger of withdrawal: what is released is within the caps of a day of its coin, see wallet_cap_take; the row keeps who
-- released it, when by the database's clock, and the caps of that moment.
--
-- Refusals: WA001 a cap of the day is reached.
create or replace function withdrawal_capped() returns trigger
language plpgsql
as $$
declare
  cap record;
begin
  if old.status <> 'review' or new.status <> 'approved' then
    new.released_by := old.released_by;
    new.released_at := old.released_at;
    new.cap_by_person := old.cap_by_person;
    new.cap_by_all := old.cap_by_all;
    return new;
  end if;
  if new.released_by is null then
    raise exception 'nobody releases a withdrawal without a name';
  end if;
  cap := wallet_cap_take('payout', new.currency_id, new.amount,
    array_remove(array[new.first_approved_by, new.released_by], null),
    coalesce(old.waits_until <= database_now(new.updated_at), false));
  new.released_at := cap.taken_at;
  new.cap_by_person := cap.by_person;
  new.cap_by_all := cap.by_all;
  return new;
end
$$;
