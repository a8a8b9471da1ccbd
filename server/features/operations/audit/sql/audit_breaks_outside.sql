-- What is wrong with the audit log and the users' security events outside of their seals, however long they are: an entry
-- or an event before the first one, or a guard trigger that is missing, switched off or not what it was, whatever it is
-- called. The kinds are those of pg_trigger: each row before its change or removal (27), before a truncation (34), before
-- rows are added (6).
create or replace function audit_breaks_outside(

) returns table (seal bigint, first_entry bigint, last_entry bigint, fault text)
language sql stable
as $$
  select null::bigint, l.entry_id, l.entry_id, 'an entry stands before the first one'
    from audit_lines((-9223372036854775808)::bigint, 0) l
  union all
  select null, null, null, format('event %s stands before the first one', l.event_id)
    from audit_event_lines((-9223372036854775808)::bigint, 0) l
  union all
  select null, null, null, format('the guard of %s against %s is missing or off', guard.guarded, guard.refused)
    from (values ('audit_entry', 'a rewrite', 'wallet_append_only', 27),
                 ('audit_entry', 'a truncation', 'wallet_append_only', 34),
                 ('audit_seal', 'a rewrite', 'wallet_append_only', 27),
                 ('audit_seal', 'a truncation', 'wallet_append_only', 34),
                 ('account_security_event', 'a rewrite', 'account_history_append_only', 27),
                 ('account_security_event', 'a truncation', 'account_history_append_only', 34),
                 ('account_security_event', 'events without a number', 'account_event_number', 6))
      as guard (guarded, refused, function, kind)
   where not exists (
     select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = guard.guarded::regclass and t.tgenabled = 'A' and p.proname = guard.function
        and p.pronamespace = current_schema()::regnamespace and t.tgtype = guard.kind and t.tgattr::text = ''
        and t.tgqual is null)
$$;
