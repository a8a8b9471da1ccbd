-- Trigger of deposit: a deposit begins as a claim under review, of which nobody has decided anything and no chain has said
-- anything. Whoever decides it, or looks at its chain, changes the row, where caps are held against it (deposit_capped).
--
-- An upgrade binds this trigger before the column of the transaction is there, so the column is looked for by name: deposits
-- are handed in meanwhile.
create or replace function deposit_begin() returns trigger
language plpgsql
as $$
begin
  if new.status <> 'review' or new.amount <> new.claimed_amount or new.chain_verdict is not null
    or new.looked_at is not null or new.confirmations <> 0 or new.credited_by is not null
    or new.credit_proposed_by is not null or new.word_at is not null or new.word_cap_by_person is not null
    or new.word_cap_by_all is not null or new.word_waits_until is not null
    or to_jsonb(new)->>'settled_tx' is not null then
    raise exception 'a deposit begins under review, as it was claimed';
  end if;
  return new;
end
$$;
