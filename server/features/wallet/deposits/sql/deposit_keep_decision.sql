-- A decided deposit is final, and what the user claimed never changes.
create or replace function deposit_keep_decision() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' or old.status <> 'review' or (new.id, new.user_id, new.currency_id, new.claimed_amount,
     new.tx_hash, new.created_at) is distinct from (old.id, old.user_id, old.currency_id, old.claimed_amount,
     old.tx_hash, old.created_at) then
    raise exception 'a decided deposit is final, and what was claimed stays';
  end if;
  return new;
end
$$;
