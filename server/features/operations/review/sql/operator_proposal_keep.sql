-- What was proposed never changes, and a decided proposal is final.
create or replace function operator_proposal_keep() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' or old.status <> 'open'
     or (new.id, new.kind, new.subject_id, new.user_id, new.detail, new.reason, new.proposed_by, new.proposed_at)
        is distinct from
        (old.id, old.kind, old.subject_id, old.user_id, old.detail, old.reason, old.proposed_by, old.proposed_at) then
    raise exception 'what was proposed stays, and what was decided is final';
  end if;
  return new;
end
$$;
