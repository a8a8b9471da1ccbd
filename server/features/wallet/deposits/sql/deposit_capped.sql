-- Trigger of deposit: what is credited although its chain was asked and did not confirm just this amount is credited on
-- operators' word, within the caps of changes by hand: see wallet_adjustment_capped. Both count against the same. What no
-- chain is asked about (a bank, a chain without a node) is the desk's daily work and has no cap here. What has waited until
-- `word_waits_until` may go beyond the cap of a person, up to that of all; the row says so as its person's cap.
--
-- Refusals: WA001 a cap of the day is reached, with both caps as its detail.
create or replace function deposit_capped() returns trigger
language plpgsql
as $$
declare
  caps record;
  day timestamptz;
begin
  if old.status = 'approved' then
    new.word_at := old.word_at;
    return new;
  end if;
  new.word_at := null;
  if new.status <> 'approved' or new.chain_verdict is null
    or (new.chain_verdict = 'confirmed' and new.amount = new.claimed_amount)
  then
    return new;
  end if;
  if new.credited_by is null then
    raise exception 'nobody credits a deposit without a name';
  end if;
  perform pg_advisory_xact_lock(hashtext('wallet_adjustment_capped'), new.currency_id);
  new.word_at := clock_timestamp();
  day := date_trunc('day', new.word_at, 'UTC');
  select coalesce(max(c.by_person), 0) as by_person, coalesce(max(c.by_all), 0) as by_all into caps
    from adjustment_cap c where c.currency_id = new.currency_id;
  if old.word_waits_until <= database_now(new.updated_at) then
    caps.by_person := caps.by_all;
  end if;
  new.word_cap_by_person := caps.by_person;
  new.word_cap_by_all := caps.by_all;
  if wallet_adjusted(new.currency_id, day, null) + new.amount <= caps.by_all
    and wallet_adjusted(new.currency_id, day, new.credited_by) + new.amount <= caps.by_person
    and (new.credit_proposed_by is null
      or wallet_adjusted(new.currency_id, day, new.credit_proposed_by) + new.amount <= caps.by_person)
  then
    return new;
  end if;
  raise exception 'a cap of changes by hand is reached'
    using errcode = 'WA001', detail = concat_ws(' ', trim_scale(caps.by_person), trim_scale(caps.by_all));
end
$$;
