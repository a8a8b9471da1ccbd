-- Trigger of operator_announced_act: what waits never changes, nor when it takes effect, and how it ended is final.
create or replace function operator_announced_act_keep() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' or old.status <> 'waiting' or new.status = 'waiting'
    or to_jsonb(new) - '{status,ended_at,stopped_by,end_reason}'::text[]
       is distinct from to_jsonb(old) - '{status,ended_at,stopped_by,end_reason}'::text[]
  then
    raise exception 'what waits stays as it is, and how it ended is final';
  end if;
  return new;
end
$$;
