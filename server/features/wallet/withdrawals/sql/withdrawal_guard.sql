-- The only ways that a withdrawal may go, and what was asked for never changes.
-- The words of an erased account go (erasure_allows).
create or replace function withdrawal_guard() returns trigger
language plpgsql
as $$
begin
  if erasure_allows(tg_table_name, tg_op, to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
  if tg_op = 'DELETE' or (old.status, new.status) not in (
    ('review', 'review'), ('review', 'approved'), ('review', 'rejected'), ('review', 'cancelled'),
    ('approved', 'approved'), ('approved', 'paid'), ('approved', 'rejected')) then
    raise exception 'a withdrawal goes no such way';
  end if;
  -- What is released changes in nothing but who sends it (withdrawal_sending).
  if old.status = 'approved' and new.status = 'approved'
    and to_jsonb(new) - 'sending_by' - 'sending_at' <> to_jsonb(old) - 'sending_by' - 'sending_at' then
    raise exception 'what is released stays as it is';
  end if;
  if (new.id, new.user_id, new.currency_id, new.coin_network_id, new.address_id, new.destination, new.amount,
      new.fee, new.local_day, new.created_at, new.stamped) is distinct from (old.id, old.user_id, old.currency_id,
      old.coin_network_id, old.address_id, old.destination, old.amount, old.fee, old.local_day,
      old.created_at, old.stamped) then
    raise exception 'what was asked for stays';
  end if;
  return new;
end
$$;
