-- Appends the events that a function of a position answered: the row's event first, its balances after it.
create or replace function futures_append_events(
  p_user bigint, p_kinds text[], p_events jsonb[], p_at timestamptz
) returns void
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  if cardinality(p_events) > 0 then
    perform outbox_append_batch(p_user, p_kinds, p_events, p_at);
  end if;
end
$$;
