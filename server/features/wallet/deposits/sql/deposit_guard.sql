-- A decided deposit is final, and what the user claimed never changes: nor where it was to come, which a chain is asked by.
-- The words of an erased account go (erasure_allows).
create or replace function deposit_guard() returns trigger
language plpgsql
as $$
begin
  if erasure_allows(tg_table_name, tg_op, to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
  if tg_op = 'DELETE' or old.status <> 'review' or (new.id, new.user_id, new.currency_id, new.claimed_amount,
     new.coin_network_id, new.chain, new.tx_hash, new.output_index, new.recipient, new.created_at) is distinct from
     (old.id, old.user_id, old.currency_id, old.claimed_amount, old.coin_network_id, old.chain, old.tx_hash,
     old.output_index, old.recipient, old.created_at) then
    raise exception 'a decided deposit is final, and what was claimed stays';
  end if;
  return new;
end
$$;
