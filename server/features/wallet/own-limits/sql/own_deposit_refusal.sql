-- Why the user's limits on deposits refuse new money at an instant: OL005 or OL007 with its detail, as own_deposit_assert
-- raises them; no row: they do not. p_amount null: only asks whether a limit is reached. Locks nothing.
--
-- Access: stored functions
create or replace function own_deposit_refusal(p_user bigint, p_currency integer, p_amount numeric, p_now timestamptz)
returns table (state text, detail text)
language plpgsql stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  worth constant numeric := own_limit_worth(p_currency, p_amount, p_now);
  used numeric;
  present record;
begin
  for present in
    select l.period, l.amount from own_limits_in_force(p_user, p_now) l
     where l.amount is not null and l.kind = 'deposit' order by l.period
  loop
    used := own_limit_used(p_user, 'deposit', present.period, p_now);
    if worth is null or (p_currency is not null and own_limit_worth(p_currency, 1, p_now) is null) or exists (
      select from deposit d
       where d.user_id = p_user and d.status = 'approved' and d.updated_at >= own_period_start(present.period, p_now)
         and own_limit_worth(d.currency_id, d.amount, p_now) is null) then
      return query select 'OL005', '';
      return;
    elsif used + worth > present.amount or used >= present.amount then
      return query select 'OL007', concat_ws(' ', trim_scale(present.amount), trim_scale(used));
      return;
    end if;
  end loop;
end
$$;
