-- Holds the streams of these users until the transaction ends, in the order of users, as everybody who appends to them does.
-- For what is numbered beside the stream and must be seen in the order of its numbers: draw them after this. A stream
-- that has not begun is begun at 0: append to it in the same transaction.
create or replace function outbox_hold(p_user_ids bigint[]) returns void
language sql
as $$
  insert into outbox_stream as stream (user_id, sequence)
  select distinct given.id, 0 from unnest(p_user_ids) as given (id) order by given.id
  on conflict (user_id) do update set sequence = stream.sequence where false
$$;
