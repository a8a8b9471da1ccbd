-- Appends one event to a user's stream and answers its number. Call it last, after every posting: taking a
-- user's number before their accounts can deadlock with a transaction that does it the other way round.
create or replace function outbox_append(
  p_user_id bigint, p_kind text, p_payload jsonb, p_at timestamptz
) returns bigint
language sql
as $$
  with numbered as (
    insert into outbox_stream as stream (user_id, sequence) values (p_user_id, 1)
    on conflict (user_id) do update set sequence = stream.sequence + 1
    returning sequence)
  insert into outbox (user_id, sequence, kind, payload, at)
  select p_user_id, sequence, p_kind, p_payload, p_at from numbered
  returning sequence
$$;
