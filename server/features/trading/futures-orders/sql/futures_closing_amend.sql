-- Amends price and lots of a closing order in place; null: unchanged. p_lots: open lots from now on, not counting filled
-- ones. p_waiting: optimistic lock on the open lots; null: not checked. A closing order reserves no money and lowers risk,
-- so it is accepted in cancel-only mode and during a user's break. Each amendment is recorded as a row of its own.
--
-- A repetition does nothing. Refusals: FU001 no such order, FU002 not pending any more, FU007 open lots changed
-- meanwhile, FU013 more lots than other closing orders leave free (DETAIL: that number), FU017 nothing changes, ID001.
--
-- Access: product
create or replace function futures_closing_amend(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_id bigint, p_closing bigint, p_lots integer, p_limit_price numeric, p_waiting integer
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  p futures_position;
  o futures_closing_order;
  available integer;
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  -- Lock order: the position before its closing orders.
  select * into p from futures_position where id = p_id and user_id = p_user for no key update;
  if not found then
    raise exception 'no such position' using errcode = 'FU001';
  end if;
  select * into o from futures_closing_order where id = p_closing and position_id = p.id;
  if not found then
    raise exception 'no such order' using errcode = 'FU001';
  end if;
  if o.status <> 'waiting' then
    raise exception 'the order does not wait any more' using errcode = 'FU002';
  end if;
  if o.lots_waiting <> p_waiting then
    raise exception 'other lots wait by now' using errcode = 'FU007';
  end if;
  p_lots := coalesce(p_lots, o.lots_waiting);
  p_limit_price := coalesce(p_limit_price, o.limit_price);
  if (p_lots, p_limit_price) = (o.lots_waiting, o.limit_price::numeric) then
    raise exception 'the order is so already' using errcode = 'FU017';
  end if;
  available := p.lots - (select coalesce(sum(w.lots_waiting), 0) from futures_closing_order w
                          where w.position_id = p.id and w.status = 'waiting' and w.id <> o.id);
  if p_lots < 1 or p_lots > available then
    raise exception 'other orders wait for the lots' using errcode = 'FU013', detail = available::text;
  end if;
  insert into futures_closing_amendment (closing_id, number, limit_before, limit_after, lots_before, lots_after,
    lots_filled, at)
  values (o.id, o.amendments + 1, o.limit_price, p_limit_price, o.lots_waiting, p_lots, o.lots_filled, p_at);
  update futures_closing_order set lots = lots_filled + p_lots, lots_waiting = p_lots, limit_price = p_limit_price,
         amendments = amendments + 1, updated_at = p_at
   where id = o.id;
  update futures_position set updated_at = p_at where id = p.id returning * into p;
  perform futures_append_events(p_user, array['position'], array[futures_position_event(p)], p_at);
end
$$;
