-- The present stay of a user who has set something; no row for others. `due_in`: seconds until the next check of
-- reality, zero or less where it is due, null where there are none.
--
-- Access: product
create or replace function own_stay(p_user bigint, p_now timestamptz)
returns table (check_minutes smallint, minutes integer, today_minutes integer, result numeric, due_in integer,
  break_until timestamptz, excluded_until timestamptz)
language sql stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
  select l.check_minutes, (extract(epoch from stay.since - p_now) / -60)::integer,
         case when l.day = (p_now at time zone 'UTC')::date then l.seconds / 60 else 0 end,
         realised_result(p_user, stay.since, p_now),
         case when l.check_minutes is not null then
           ceil(extract(epoch from greatest(stay.since, (
             select max(c.at) from own_reality_check c where c.user_id = p_user)) - p_now))::integer
             + l.check_minutes * 60 end,
         l.break_until, l.excluded_until
    from own_limit_account l
   cross join lateral (
     select case when l.seen_at > p_now - interval '30 minutes' then l.stay_began_at else p_now end as since) stay
   where l.user_id = p_user
$$;
