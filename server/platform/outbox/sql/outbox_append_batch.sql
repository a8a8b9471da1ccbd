-- Appends several events of one user in their order: one number taken, one statement.
create or replace function outbox_append_batch(
  p_user_id bigint, p_kinds text[], p_payloads jsonb[], p_at timestamptz
) returns void
language plpgsql
as $$
declare
  last bigint;
begin
  insert into outbox_stream as stream (user_id, sequence) values (p_user_id, cardinality(p_kinds))
  on conflict (user_id) do update set sequence = stream.sequence + excluded.sequence
  returning sequence into last;
  insert into outbox (user_id, sequence, kind, payload, at)
  select p_user_id, last - cardinality(p_kinds) + given.position, given.kind, given.payload, p_at
    from unnest(p_kinds, p_payloads) with ordinality as given (kind, payload, position);
end
$$;
