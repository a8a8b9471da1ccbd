-- What own_limits_assert does for a user whose person has set something: what main account and sub-accounts do counts
-- together. The caller holds the person's row.
--
-- Access: stored functions
create or replace function own_limits_judge(
  p_user bigint, p_demo boolean, p_currency integer, p_amount numeric, p_at timestamptz,
  p_may_be_lost boolean default false
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  person constant bigint := person_of(p_user);
  now_at constant timestamptz := database_now(p_at);
  worth numeric;
  used numeric;
  lost numeric;
  reached record;
begin
  perform own_break_assert(person, p_demo, now_at);
  if p_demo then
    return;
  end if;
  worth := own_limit_worth(p_currency, p_amount, now_at);
  for reached in
    select l.kind, l.period, l.amount from own_limits_in_force(person, now_at) l
     where l.amount is not null and l.kind <> 'deposit' order by l.kind, l.period
  loop
    if reached.kind = 'loss' then
      if p_may_be_lost and worth is null then
        raise exception 'no price for what is staked' using errcode = 'OL005';
      end if;
      -- What the books say is asked once: it is the dearest of all.
      lost := own_loss_possible(person, reached.period, now_at);
      if lost >= reached.amount or (p_may_be_lost and lost + worth > reached.amount) then
        raise exception 'the loss is reached' using errcode = 'OL003',
          detail = concat_ws(' ', trim_scale(reached.amount),
            trim_scale(own_limit_used(person, 'loss', reached.period, now_at)));
      end if;
      continue;
    end if;
    used := own_limit_used(person, reached.kind, reached.period, now_at);
    if reached.kind = 'time' and used >= reached.amount then
      raise exception 'the time of the day is used up' using errcode = 'OL002',
        detail = concat_ws(' ', trim_scale(reached.amount), trim_scale(used));
    elsif reached.kind = 'stake' and worth is null then
      raise exception 'no price for what is staked' using errcode = 'OL005';
    elsif reached.kind = 'stake' and used + worth > reached.amount then
      raise exception 'the stake would pass the limit' using errcode = 'OL004',
        detail = concat_ws(' ', trim_scale(reached.amount), trim_scale(used));
    end if;
  end loop;
  if worth > 0 then
    insert into own_limit_use (user_id, kind, at, amount) values (person, 'stake', now_at, worth);
  end if;
end
$$;
