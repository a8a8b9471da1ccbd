-- Trigger of wallet_adjustment: a change by hand begins as a proposal, says the same from then on, is decided once, and is
-- booked within the caps of its coin, see wallet_cap_take: into accounts and out of them count alike. What has
-- waited until `waits_until` may go beyond the cap of a person, up to that of all; the row says so as its person's cap.
--
-- The words of an erased account go (erasure_allows).
--
-- Refusals: WA001 a cap of the day is reached; WA002 not a step that there is.
create or replace function wallet_adjustment_capped() returns trigger
language plpgsql
as $$
declare
  cap record;
begin
  if erasure_allows(tg_table_name, tg_op, to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'a change by hand begins as a proposal' using errcode = 'WA002';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' or old.status <> 'proposed' or (new.id, new.user_id, new.account, new.currency_id, new.amount,
    new.proposed_by) is distinct from (old.id, old.user_id, old.account, old.currency_id, old.amount, old.proposed_by)
  then
    raise exception 'a change by hand is written once and decided once' using errcode = 'WA002';
  end if;
  if old.waits_until is not null and new.waits_until is distinct from old.waits_until then
    raise exception 'what waits is not hurried' using errcode = 'WA002';
  end if;
  if new.status <> 'booked' then
    return new;
  end if;
  cap := wallet_cap_take('adjustment', new.currency_id, new.amount, array[new.proposed_by, new.decided_by],
    coalesce(old.waits_until <= database_now(new.decided_at), false));
  new.booked_at := cap.taken_at;
  new.cap_by_person := cap.by_person;
  new.cap_by_all := cap.by_all;
  return new;
end
$$;
