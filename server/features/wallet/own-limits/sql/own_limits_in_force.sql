-- What a user's limits are now, one row for each kind and period that was ever set; amount null: none any more. What held at
-- once does so whatever the clock says: it may have been set back.
--
-- Access: product
create or replace function own_limits_in_force(p_user bigint, p_now timestamptz)
returns table (kind text, period text, amount numeric, since timestamptz)
language sql stable
security definer
set search_path = public, pg_temp
as $$
  select distinct on (l.kind, l.period) l.kind, l.period, l.amount, l.effective_at
    from own_limit l
   where l.user_id = p_user and l.called_back_at is null and (l.effective_at <= p_now or l.effective_at = l.asked_at)
   order by l.kind, l.period, l.id desc
$$;
