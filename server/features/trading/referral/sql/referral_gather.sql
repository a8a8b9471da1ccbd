-- Reads the fees of the next journals of a day: adds up what each invited user paid in each currency. A journal has one
-- user, who paid its fee; the house is the other side. Answers how many journals were looked at; 0 when all were.
--
-- Killed at any instant, it goes on where it was: the place and the sums are of one transaction, under the day's lock.
--
-- Access: worker
create or replace function referral_gather(p_day date, p_journals integer, p_at timestamptz) returns bigint
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  today referral_day;
  upto bigint;
begin
  p_at := require_reached(p_at);
  select * into today from referral_day d where d.day = p_day for no key update;
  if today.status is distinct from 'gathering' then
    return 0;
  end if;
  upto := least(today.gathered_to + p_journals, today.last_journal);
  update referral_day d
     set gathered_to = upto, status = case when upto = d.last_journal then 'booking' else d.status end
   where d.day = p_day;
  if upto > today.gathered_to then
    with paid as materialized (
      select * from referral_fees(today.gathered_to + 1, upto)),
    summed as (
      insert into referral_rebate as r (day, payer_id, currency_id, inviter_id, scale, fee)
      select p_day, paid.payer_id, paid.currency_id, paid.inviter_id, c.scale, paid.fee
        from paid join currency c on c.id = paid.currency_id
      on conflict (day, payer_id, currency_id) do update set fee = r.fee + excluded.fee)
    insert into referral_gathering (day, first_journal, last_journal, fees)
    select p_day, today.gathered_to + 1, upto, referral_fee_sums(array_agg(paid.currency_id), array_agg(paid.fee))
      from paid;
  end if;
  return upto - today.gathered_to;
end
$$;
