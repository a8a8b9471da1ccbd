-- Trigger of withdrawal: who sends a released one is written down once, before its money leaves the house, and stays until
-- it is paid. It is undone only where two operators agreed in this very transaction that nothing was sent, and what is being
-- sent is not given back: it may be out of the house already (decision 203).
create or replace function withdrawal_sending() returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    if new.sending_by is not null or new.sending_at is not null then
      raise exception 'a withdrawal begins under review, and nobody sends it';
    end if;
    return new;
  end if;
  if (new.sending_by, new.sending_at) is not distinct from (old.sending_by, old.sending_at) then
    if new.sending_by is not null and old.status = 'approved' and new.status not in ('approved', 'paid') then
      raise exception 'what is being sent is not given back';
    end if;
    return new;
  end if;
  if old.status <> 'approved' or new.status <> 'approved' then
    raise exception 'only what is released, and not paid, is sent';
  end if;
  if old.sending_by is null then
    new.sending_at := database_now(new.sending_at);
    return new;
  end if;
  if new.sending_by is not null or new.sending_at is not null or not exists (
       select from operator_proposal p
        where p.kind = 'withdrawal' and p.subject_id = new.id and p.status = 'approved'
          and p.detail->>'status' = 'not-sent' and p.xmin = pg_current_xact_id()::xid) then
    raise exception 'one sends it, and two say that nothing was sent';
  end if;
  return new;
end
$$;
