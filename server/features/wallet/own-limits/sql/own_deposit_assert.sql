-- Refuses new money while a break runs (OL001, OL006), and what would pass the user's limit on deposits (OL007, `limit
-- used`). Without a price of the coin, or of one that came in before, nobody knows that, and it is refused too (OL005).
-- p_amount null: only asks whether the limit is reached; p_currency null: of whatever comes. What comes to an address
-- all the same is credited: nobody can send it back. p_keeps: it counts from now on, as coins that are bought of somebody.
--
-- Access: product
create or replace function own_deposit_assert(
  p_user bigint, p_currency integer, p_amount numeric, p_keeps boolean, p_at timestamptz
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  now_at timestamptz;
  worth numeric;
  used numeric;
  present record;
begin
  perform require_reached(p_at);
  perform from own_limit_account l where l.user_id = p_user for no key update;
  if not found then
    return;
  end if;
  -- Behind the lock: what another command has set meanwhile holds already.
  now_at := database_now(p_at);
  perform own_break_assert(p_user, false, now_at);
  worth := own_limit_worth(p_currency, p_amount, now_at);
  for present in
    select l.period, l.amount from own_limits_in_force(p_user, now_at) l
     where l.amount is not null and l.kind = 'deposit' order by l.period
  loop
    used := own_limit_used(p_user, 'deposit', present.period, now_at);
    if worth is null or (p_currency is not null and own_limit_worth(p_currency, 1, now_at) is null) or exists (
      select from deposit d
       where d.user_id = p_user and d.status = 'approved' and d.updated_at >= own_period_start(present.period, now_at)
         and own_limit_worth(d.currency_id, d.amount, now_at) is null) then
      raise exception 'no price for what comes in' using errcode = 'OL005';
    elsif used + worth > present.amount or used >= present.amount then
      raise exception 'the limit on deposits' using errcode = 'OL007',
        detail = concat_ws(' ', trim_scale(present.amount), trim_scale(used));
    end if;
  end loop;
  if p_keeps and worth > 0 then
    insert into own_limit_use (user_id, kind, at, amount) values (p_user, 'deposit', now_at, worth);
  end if;
end
$$;
