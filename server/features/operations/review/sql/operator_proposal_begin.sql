-- Trigger of operator_proposal: what is proposed begins open, and nobody has decided it. Whoever decides it changes the
-- row, where the two are held against each other (operator_proposal_guard). Who owns the table may write what was.
create or replace function operator_proposal_begin() returns trigger
language plpgsql
as $$
begin
  if pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'usage') then
    return new;
  end if;
  if new.status <> 'open' or new.decided_by is not null or new.decided_at is not null or new.tied_hours is not null then
    raise exception 'what is proposed begins open';
  end if;
  return new;
end
$$;
