-- Trigger of operator_announced_act: what waits never changes, nor when it takes effect, and how it ended is final. That
-- administrators were told is noted once.
create or replace function operator_announced_act_guard() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' or old.status <> 'waiting' or (old.told_at is not null and new.told_at is distinct from old.told_at)
    or to_jsonb(new) - '{status,ended_at,stopped_by,end_reason,told_at}'::text[]
       is distinct from to_jsonb(old) - '{status,ended_at,stopped_by,end_reason,told_at}'::text[]
  then
    raise exception 'what waits stays as it is, and how it ended is final';
  end if;
  return new;
end
$$;
