-- Closes positions of the caller, each at its own price. Allowed in cancel-only mode, because it lowers risk.
-- Of several positions those that are not open any more are left out; a single one is refused (FU002).
--
-- A repetition does nothing. Other refusals: FU001 no such position, ID001.
--
-- Access: product
create or replace function futures_close(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_ids bigint[], p_lots integer, p_prices numeric[]
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  wanted record;
  done record;
  kinds text[] := '{}';
  events jsonb[] := '{}';
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  for wanted in select given.id, given.price from unnest(p_ids, p_prices) as given (id, price) order by given.id loop
    select * into done from futures_close_one(wanted.id, p_user, p_lots, wanted.price, 'closed', p_at, false);
    kinds := kinds || done.kinds;
    events := events || done.events;
  end loop;
  if cardinality(events) = 0 then
    raise exception 'the position is not open any more' using errcode = 'FU002';
  end if;
  perform futures_tell(p_user, kinds, events, p_at);
end
$$;
