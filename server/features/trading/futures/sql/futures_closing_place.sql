-- Places an order that closes lots of a position (null: all that no other waits for) at a price or better. It reserves no
-- money and lowers risk, so it is taken in cancel-only mode and while its user takes a break. p_most: most that may wait
-- beside each other on a position.
--
-- A repetition does nothing. Refusals: FU001 no such position, FU002 not open any more, FU013 more lots than no other order
-- waits for (their number is the detail), FU014 too many orders wait, ID001.
--
-- Access: product
create or replace function futures_closing_place(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_id bigint, p_lots integer, p_limit_price numeric, p_most integer
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  p futures_position;
  waiting record;
  wanted integer;
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  select * into p from futures_position where id = p_id and user_id = p_user for no key update;
  if not found then
    raise exception 'no such position' using errcode = 'FU001';
  end if;
  if p.status <> 1 then
    raise exception 'the position is not open any more' using errcode = 'FU002';
  end if;
  select count(*) as orders, coalesce(sum(o.lots_waiting), 0) as lots into waiting
    from futures_closing_order o where o.position_id = p.id and o.status = 'waiting';
  wanted := coalesce(p_lots, p.lots - waiting.lots);
  if wanted < 1 or wanted > p.lots - waiting.lots then
    raise exception 'other orders wait for the lots' using errcode = 'FU013', detail = (p.lots - waiting.lots)::text;
  end if;
  if waiting.orders >= p_most then
    raise exception 'too many orders wait to close the position' using errcode = 'FU014';
  end if;
  p := futures_closing_add(p, wanted, p_limit_price, p_at);
  perform futures_append_events(p_user, array['position'], array[futures_position_event(p)], p_at);
end
$$;
