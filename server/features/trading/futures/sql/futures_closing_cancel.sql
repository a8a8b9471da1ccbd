-- Takes an order back that waits to close lots of a position. A repetition does nothing. Refusals: FU001 no such order,
-- FU002 it does not wait any more, ID001.
--
-- Access: product
create or replace function futures_closing_cancel(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_id bigint, p_closing bigint
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  p futures_position;
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  select * into p from futures_position where id = p_id and user_id = p_user for no key update;
  if not found or not exists (
    select from futures_closing_order o where o.id = p_closing and o.position_id = p.id) then
    raise exception 'no such order' using errcode = 'FU001';
  end if;
  update futures_closing_order set status = 'cancelled', reason = 'user', lots_waiting = 0, ended_at = p_at,
         updated_at = p_at
   where id = p_closing and status = 'waiting';
  if not found then
    raise exception 'the order does not wait any more' using errcode = 'FU002';
  end if;
  update futures_position set updated_at = p_at where id = p.id returning * into p;
  perform futures_append_events(p_user, array['position'], array[futures_position_event(p)], p_at);
end
$$;
