-- Cancels a pending order of the caller and releases its money. A repetition does nothing. Refusals:
-- FU001 no such order, FU002 not pending any more, ID001.
--
-- Access: product
create or replace function futures_cancel(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_id bigint
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  done record;
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  select * into done from futures_cancel_one(p_id, p_user, 'cancelled', p_at);
  if done.cancelled is null then
    raise exception 'the order is not pending any more' using errcode = 'FU002';
  end if;
  perform futures_append_events(p_user, done.kinds, done.events, p_at);
end
$$;
