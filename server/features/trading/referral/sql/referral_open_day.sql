-- The day that is to be rebated now: the newest, where it was begun and is not the one that waits for what cannot be
-- booked (p_waiting), or the next one that is over since a minute, by the database's clock; null for none.
-- The first look of all marks where the programme begins: fees that were sealed before bring nothing.
--
-- The journals of a day are those that were sealed on it. A seal covers journals for good, so what a day consists of is
-- the same whenever and however often it is looked at, and no fee can fall between two days.
--
-- Access: worker
create or replace function referral_open_day(p_at timestamptz, p_waiting date default null) returns text
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  newest referral_day;
  next date;
  last bigint;
begin
  p_at := require_reached(p_at);
  select * into newest from referral_day d order by d.day desc limit 1;
  if newest.status in ('gathering', 'booking') and newest.day is distinct from p_waiting then
    return newest.day::text;
  end if;
  next := case when newest.day is null then (p_at at time zone 'UTC')::date - 1 else newest.day + 1 end;
  if p_at < (next + 1)::timestamp at time zone 'UTC' + interval '1 minute' and newest.day is not null then
    return null;
  end if;
  last := coalesce((
    select s.last_journal from ledger_seal s
     where newest.day is null or s.sealed_at < (next + 1)::timestamp at time zone 'UTC'
     order by s.id desc limit 1), 0);
  last := greatest(last, coalesce(newest.last_journal, last));
  insert into referral_day (day, first_journal, last_journal, gathered_to, status, opened_at, booked_at)
  values (next, coalesce(newest.last_journal, last) + 1, last, coalesce(newest.last_journal, last),
    case when newest.day is null then 'booked' else 'gathering' end, p_at, case when newest.day is null then p_at end)
  on conflict (day) do nothing;
  return case when newest.day is not null then next::text end;
end
$$;
