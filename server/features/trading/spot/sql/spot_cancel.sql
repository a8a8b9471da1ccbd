-- Cancels the rest of an order, with the stop that waits paired with it, and releases what is frozen for it. A
-- repetition does nothing. Refusals: SP001 no such order, SP002 not open any more, ID001.
--
-- Access: product
create or replace function spot_cancel(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_order bigint
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  o spot_order;
  held numeric;
  balances record;
  pairs record;
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  select * into o from spot_order where id = p_order and user_id = p_user for no key update;
  if not found then
    raise exception 'no such order' using errcode = 'SP001';
  elsif o.status <> 'open' then
    raise exception 'not open any more' using errcode = 'SP002';
  end if;
  held := o.reserved;
  update spot_order set status = 'cancelled', reason = 'user', reserved = 0, updated_at = p_at, ended_at = p_at,
         version = version + 1
   where id = o.id returning * into o;
  select * into pairs from spot_pair_end(array[o.id], 'user', p_at);
  select * into balances from spot_post('spot.release', array_fill(o.id::text, array[2]), p_at, o.demo,
    array[p_user, p_user], array['spot_frozen', 'spot'],
    array_fill(case o.side when 'buy' then o.quote_currency_id else o.base_currency_id end, array[2]),
    array[-held, held], array[concat('spot-order:', o.id), null]);
  perform outbox_append_batch(p_user, array_fill('order'::text, array[1 + cardinality(pairs.users)])
      || array_fill('balance'::text, array[cardinality(balances.users)]),
    array[spot_order_event(o)] || pairs.events || balances.payloads, p_at);
end
$$;
