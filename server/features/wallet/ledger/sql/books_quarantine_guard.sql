-- A quarantine is written once and lifted once (LG009).
create or replace function books_quarantine_guard() returns trigger
language plpgsql
as $$
begin
  if tg_op <> 'UPDATE' or old.lifted_at is not null
     or (new.id, new.proposal_id, new.invariant, new.fingerprint, new.book, new.details, new.since)
        is distinct from
        (old.id, old.proposal_id, old.invariant, old.fingerprint, old.book, old.details, old.since) then
    raise exception 'a quarantine is written once and lifted once' using errcode = 'LG009';
  end if;
  return new;
end
$$;
