-- Every fault in the chain of audit seals: a seal that does not follow the one before it, a seal whose
-- entries or events have changed, one of either before the first, or a guard trigger that is missing or switched off.
-- Empty when the log is intact.
create or replace function audit_breaks(

) returns table (seal bigint, first_entry bigint, last_entry bigint, fault text)
language sql stable
as $$
  select b.seal, b.first_entry, b.last_entry, b.fault
    from audit_broken_seals((select min(s.id) from audit_seal s), (select max(s.id) from audit_seal s)) b
  union all
  select b.seal, b.first_entry, b.last_entry, b.fault from audit_breaks_outside() b
  order by 1 nulls last
$$;
