-- Trigger of account_session: counts the time of a day for users who have set something. A session notes its use once a
-- minute at most; what lies between two such notes of a user counts where it is no longer than three minutes, and once
-- for all devices. After half an hour without one a new stay begins.
--
-- Access: stored functions
create or replace function own_presence_count() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  now_at constant timestamptz := database_now(new.last_used_at);
  today constant date := (now_at at time zone 'UTC')::date;
begin
  -- Sessions of many users are noted at once, by several processes: what is held by a command counts with the next note.
  perform from own_limit_account h where h.user_id = new.user_id for no key update skip locked;
  if not found then
    return null;
  end if;
  update own_limit_account l
     set day = today, seen_at = greatest(l.seen_at, now_at),
         stay_began_at = case when l.seen_at > now_at - interval '30 minutes' then l.stay_began_at else now_at end,
         seconds = case when l.day = today then l.seconds else 0 end
           + case when now_at > l.seen_at and now_at <= l.seen_at + interval '3 minutes'
                  then round(extract(epoch from now_at - greatest(l.seen_at, today::timestamp at time zone 'UTC')))::integer
                  else 0 end
   where l.user_id = new.user_id;
  return null;
end
$$;
