-- Trigger of deposit: what no chain has confirmed as just this amount is credited within caps of the day, see
-- wallet_cap_take.
-- Where a chain was asked, it is credited against it on operators' word, and counts with changes by hand; where none was
-- (a bank, a chain without a node), it has caps of its own. What has waited until `word_waits_until` may go beyond the cap
-- of a person, up to that of all; the row says so as its person's cap.
--
-- Refusals: WA001 a cap of the day is reached.
create or replace function deposit_capped() returns trigger
language plpgsql
as $$
declare
  cap record;
begin
  if old.status = 'approved' then
    new.word_at := old.word_at;
    return new;
  end if;
  new.word_at := null;
  if new.status <> 'approved'
    or (new.chain_verdict is not distinct from 'confirmed' and new.amount = new.claimed_amount)
  then
    return new;
  end if;
  if new.credited_by is null then
    raise exception 'nobody credits a deposit without a name';
  end if;
  cap := wallet_cap_take(case when new.chain_verdict is null then 'credit' else 'adjustment' end,
    new.currency_id, new.amount, array_remove(array[new.credit_proposed_by, new.credited_by], null),
    coalesce(old.word_waits_until <= database_now(new.updated_at), false));
  new.word_at := cap.taken_at;
  new.word_cap_by_person := cap.by_person;
  new.word_cap_by_all := cap.by_all;
  return new;
end
$$;
