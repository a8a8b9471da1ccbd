-- Refuses a step that is none (OT001): a pair of states that the table does not have, a second reopening or lengthening, a
-- version that is not the next one. Windows are whole milliseconds, as processes
-- read them, so that none is shortened by reading it.
-- The words of an erased account go (erasure_allows).
create or replace function otc_order_guard() returns trigger
language plpgsql
as $$
begin
  if erasure_allows(tg_table_name, tg_op, to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
  if not otc_step_known(old.status, new.status) or new.version <> old.version + 1
    or (old.status = 5 and old.reopened) or (old.reopened and not new.reopened)
    or (old.extended and not new.extended) or new.pay_until < old.pay_until
    or (new.pay_until > old.pay_until and (old.extended or not new.extended)) then
    raise exception 'no such step of an order: % to %', old.status, new.status using errcode = 'OT001';
  end if;
  return new;
end
$$;
