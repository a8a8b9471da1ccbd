-- Appends several events of one user in their order: one number taken, one statement.
create or replace function outbox_append_batch(
  p_user_id bigint, p_kinds text[], p_payloads jsonb[], p_at timestamptz
) returns void
language plpgsql
as $$
declare
  taken record;
begin
  insert into outbox_stream as stream (user_id, sequence, day)
  values (p_user_id, cardinality(p_kinds), outbox_day(p_at))
  on conflict (user_id) do update
     set sequence = stream.sequence + excluded.sequence, day = greatest(stream.day, excluded.day)
  returning new.sequence as last, new.day, coalesce(old.day, '-infinity') as follows_day into taken;
  insert into outbox (user_id, sequence, kind, payload, at, day, follows_day)
  select p_user_id, taken.last - cardinality(p_kinds) + given.position, given.kind, given.payload, p_at, taken.day,
         case when given.position = 1 then taken.follows_day else taken.day end
    from unnest(p_kinds, p_payloads) with ordinality as given (kind, payload, position);
end
$$;
