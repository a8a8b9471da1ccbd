-- Appends one event to a user's stream and answers its number. Call it last, after every posting: taking a
-- user's number before their accounts can deadlock with a transaction that does it the other way round.
--
-- An event is kept by its day (outbox_day), or by that of the event before it where that is later: so whole days that go
-- are always the beginning of a stream.
create or replace function outbox_append(
  p_user_id bigint, p_kind text, p_payload jsonb, p_at timestamptz
) returns bigint
language sql
as $$
  with numbered as (
    insert into outbox_stream as stream (user_id, sequence, day)
    values (p_user_id, 1, outbox_day(p_at))
    on conflict (user_id) do update set sequence = stream.sequence + 1, day = greatest(stream.day, excluded.day)
    returning new.sequence, new.day, coalesce(old.day, '-infinity') as follows_day)
  insert into outbox (user_id, sequence, kind, payload, at, day, follows_day)
  select p_user_id, sequence, p_kind, p_payload, p_at, day, follows_day from numbered
  returning sequence
$$;
