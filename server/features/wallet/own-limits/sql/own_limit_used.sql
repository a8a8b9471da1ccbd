-- How much of a limit is used in the period that an instant is in: USDT, or minutes of a time.
--
-- Stakes and bought coins count from the first limit of the user on, because nothing is written of others. Losses are
-- those that the books have of the whole period; a period that was won in has used nothing.
--
-- Access: product
create or replace function own_limit_used(p_user bigint, p_kind text, p_period text, p_now timestamptz) returns numeric
language sql stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
  select case p_kind
    when 'time' then
      (select floor(coalesce(sum(l.seconds), 0)::numeric / 60) from own_limit_account l
        where l.user_id = p_user and l.day = (p_now at time zone 'UTC')::date)
    when 'loss' then greatest(-realised_result(p_user, own_period_start(p_period, p_now), p_now), 0)
    else
      (select coalesce(sum(u.amount), 0) from own_limit_use u
        where u.user_id = p_user and u.kind = p_kind and u.at >= own_period_start(p_period, p_now))
      + case when p_kind = 'deposit' then
          (select coalesce(sum(own_limit_worth(d.currency_id, d.amount, p_now)), 0) from deposit d
            where d.user_id = p_user and d.status = 'approved' and d.updated_at >= own_period_start(p_period, p_now))
        else 0 end
    end
$$;
