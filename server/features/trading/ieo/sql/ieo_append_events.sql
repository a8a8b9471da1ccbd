-- Appends the events of owners: what became of their applications, then the balances that changed for it.
--
-- Access: stored functions
create or replace function ieo_append_events(
  p_owners bigint[], p_events jsonb[], p_users bigint[], p_payloads jsonb[], p_at timestamptz
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  if cardinality(p_owners) > 0 then
    perform outbox_append_many(p_owners || p_users,
      array_fill('ieo'::text, array[cardinality(p_owners)]) || array_fill('balance'::text, array[cardinality(p_users)]),
      p_events || p_payloads, p_at);
  end if;
end
$$;
