-- Trigger of wallet_adjustment: a change by hand begins as a proposal, says the same from then on, is decided once, and is
-- booked within the caps of its coin: those of one UTC day of the database's clock, for each of its two persons, as the
-- one who proposed or as the one who approved, and for all persons. Into accounts and out of them count alike. What has
-- waited until `waits_until` may go beyond the cap of a person, up to that of all; the row says so as its person's cap.
--
-- Bookings of one coin wait for each other here, before any account is locked.
--
-- Refusals: WA001 a cap of the day is reached, with both caps as its detail; WA002 not a step that there is.
create or replace function wallet_adjustment_capped() returns trigger
language plpgsql
as $$
declare
  caps record;
  day timestamptz;
begin
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
  perform pg_advisory_xact_lock(hashtext('wallet_adjustment_capped'), new.currency_id);
  new.booked_at := clock_timestamp();
  day := date_trunc('day', new.booked_at, 'UTC');
  select coalesce(max(c.by_person), 0) as by_person, coalesce(max(c.by_all), 0) as by_all into caps
    from adjustment_cap c where c.currency_id = new.currency_id;
  if old.waits_until <= database_now(new.decided_at) then
    caps.by_person := caps.by_all;
  end if;
  new.cap_by_person := caps.by_person;
  new.cap_by_all := caps.by_all;
  if wallet_adjusted(new.currency_id, day, null) + abs(new.amount) <= caps.by_all
    and wallet_adjusted(new.currency_id, day, new.proposed_by) + abs(new.amount) <= caps.by_person
    and wallet_adjusted(new.currency_id, day, new.decided_by) + abs(new.amount) <= caps.by_person
  then
    return new;
  end if;
  raise exception 'a cap of changes by hand is reached'
    using errcode = 'WA001', detail = concat_ws(' ', trim_scale(caps.by_person), trim_scale(caps.by_all));
end
$$;
