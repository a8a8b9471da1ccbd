-- Trigger of operator_proposal: what was proposed never changes, and a decided proposal is final. Who approves it has not
-- been in the hands of who proposed it during the last `tied_hours` (those of the decision; 72 where it names none), nor
-- the other way round, nor both in somebody else's. What was proposed seven days ago or earlier nobody approves any more.
--
-- Refusals: OP001 the two may be one person, OP003 it was proposed too long ago.
create or replace function operator_proposal_guard() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' or old.status <> 'open'
     or (new.id, new.kind, new.subject_id, new.user_id, new.detail, new.reason, new.proposed_by, new.proposed_at)
        is distinct from
        (old.id, old.kind, old.subject_id, old.user_id, old.detail, old.reason, old.proposed_by, old.proposed_at) then
    raise exception 'what was proposed stays, and what was decided is final';
  end if;
  if new.status = 'approved' and new.decided_by <> new.proposed_by
    and operators_tied(
      new.proposed_by, new.decided_by, clock_timestamp() - make_interval(hours => coalesce(new.tied_hours, 72)))
  then
    raise exception 'the second person depends on the first' using errcode = 'OP001';
  end if;
  if new.status = 'approved' and new.proposed_at <= database_now(new.decided_at) - interval '7 days' then
    raise exception 'it was proposed too long ago' using errcode = 'OP003';
  end if;
  return new;
end
$$;
