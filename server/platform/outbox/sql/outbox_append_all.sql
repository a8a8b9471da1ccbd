-- Appends events of several users, ordered by user, because everybody must take the numbers of several users
-- in the same order.
create or replace function outbox_append_all(
  p_user_ids bigint[], p_kinds text[], p_payloads jsonb[], p_at timestamptz
) returns void
language plpgsql
as $$
declare
  event record;
begin
  for event in select user_id, kind, payload
    from unnest(p_user_ids, p_kinds, p_payloads) with ordinality as given (user_id, kind, payload, position)
    order by user_id, position
  loop
    perform outbox_append(event.user_id, event.kind, event.payload, p_at);
  end loop;
end
$$;
