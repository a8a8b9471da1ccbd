-- What is wrong with the audit log outside of its seals, however long it is: an entry before the first one, or a guard
-- trigger that is missing or switched off.
create or replace function audit_breaks_outside(

) returns table (seal bigint, first_entry bigint, last_entry bigint, fault text)
language sql stable
as $$
  select null::bigint, l.entry_id, l.entry_id, 'an entry stands before the first one'
    from audit_lines(-9223372036854775807, 0) l
  union all
  select null, null, null, 'the guard ' || guard.name || ' is missing or off'
    from (values ('audit_entry_keep'), ('audit_entry_keep_all'), ('audit_seal_keep'), ('audit_seal_keep_all'))
      as guard (name)
   where not exists (select from pg_trigger t where t.tgname = guard.name and t.tgenabled = 'A')
$$;
