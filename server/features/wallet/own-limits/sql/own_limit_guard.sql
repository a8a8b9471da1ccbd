-- Trigger of own_limit: what is laxer than what holds is asked for 24 hours before it does, whoever writes it; what was
-- written stays, but that a change which does not hold yet may be called back.
create or replace function own_limit_guard() returns trigger
language plpgsql
as $$
declare
  present numeric;
begin
  if tg_op = 'INSERT' then
    if new.called_back_at is not null or new.asked_at < database_now(new.asked_at) - interval '1 minute'
       or new.asked_at > database_now(new.asked_at) then
      raise exception 'a limit is asked for now';
    end if;
    select l.amount into present from own_limits_in_force(new.user_id, new.asked_at) l
     where l.kind = new.kind and l.period = new.period;
    if own_limit_is_laxer(present, new.amount) and new.effective_at < new.asked_at + interval '24 hours' then
      raise exception 'a limit is made laxer after 24 hours';
    end if;
    return new;
  elsif tg_op = 'UPDATE' then
    if old.called_back_at is null and new.called_back_at is not null and new.called_back_at < old.effective_at
       and (to_jsonb(new) - 'called_back_at') = (to_jsonb(old) - 'called_back_at')
       and old.effective_at > greatest(old.asked_at, database_now(new.called_back_at)) then
      return new;
    end if;
  end if;
  raise exception '% is written once', tg_table_name;
end
$$;
