-- Of an account that was closed at this instant, whether the rebates of every day are decided on which it may have paid
-- fees, or earned of those of others. Until then it keeps what decides them: which browsers it was known on, and where it
-- was paid. Where the programme has not begun there are none.
create or replace function erasure_rebates_decided(p_asked_at timestamptz) returns boolean
language sql stable
as $$
  select coalesce((
    select d.day from referral_day d where d.status = 'booked' order by d.day desc limit 1)
      >= (p_asked_at at time zone 'UTC')::date, true)
$$;
