-- Trigger of operator_proposal: what is put into the insurance fund is within the caps of a day of its coin, as high as
-- those of released withdrawals, with a count of its own, see wallet_cap_take. The row keeps them (M11).
--
-- Refusals: WA001 a cap of the day is reached.
create or replace function insurance_capped() returns trigger
language plpgsql
as $$
declare
  cap record;
begin
  if new.kind = 'insurance' and new.status = 'approved' and old.status <> 'approved' then
    cap := wallet_cap_take('insurance', (new.detail->>'currencyId')::integer, (new.detail->>'amount')::numeric,
      array[new.proposed_by, new.decided_by], false);
    -- It counts on the day that it was judged for, however long it waited for others.
    new.decided_at := cap.taken_at;
    new.cap_by_person := cap.by_person;
    new.cap_by_all := cap.by_all;
  end if;
  return new;
end
$$;
