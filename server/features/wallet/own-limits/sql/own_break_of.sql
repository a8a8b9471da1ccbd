-- The break of a person that runs at an instant: its state (OL001, or OL006 while the person is excluded) and its end; no
-- row: there is none. Only an exclusion keeps from demo money. Locks nothing.
--
-- Access: stored functions
create or replace function own_break_of(p_user bigint, p_demo boolean, p_now timestamptz)
returns table (state text, ends_at timestamptz)
language sql stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
  select case when l.excluded_until > p_now then 'OL006' else 'OL001' end,
         case when l.excluded_until > p_now then l.excluded_until else l.break_until end
    from own_limit_account l
   where l.user_id = person_of(p_user) and (l.excluded_until > p_now or (l.break_until > p_now and not p_demo))
$$;
