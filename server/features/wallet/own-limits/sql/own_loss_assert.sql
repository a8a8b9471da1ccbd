-- Refuses a stake that may be lost as a whole where it would pass a limit on losses together with what is lost already and
-- with all open options (OL003, the detail is `limit used`), and one without a price while there is such a limit (OL005).
-- Nothing of demo money is lost. Behind own_limits_assert, which holds the user's row: of two stakes at once the second
-- sees the first.
--
-- Access: stored functions
create or replace function own_loss_assert(
  p_user bigint, p_demo boolean, p_currency integer, p_amount numeric, p_at timestamptz
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  now_at constant timestamptz := database_now(p_at);
  worth numeric;
  present record;
begin
  if p_demo then
    return;
  end if;
  for present in
    select l.period, l.amount from own_limits_in_force(p_user, now_at) l
     where l.amount is not null and l.kind = 'loss' order by l.period
  loop
    worth := own_limit_worth(p_currency, p_amount, now_at);
    if worth is null then
      raise exception 'no price for what is staked' using errcode = 'OL005';
    elsif own_loss_possible(p_user, present.period, now_at) + worth > present.amount then
      raise exception 'the stake may pass the limit on losses' using errcode = 'OL003',
        detail = concat_ws(' ', trim_scale(present.amount),
          trim_scale(own_limit_used(p_user, 'loss', present.period, now_at)));
    end if;
  end loop;
end
$$;
