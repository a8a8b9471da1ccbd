-- Cancels a stop that waits, with the order that it is paired with, and releases what is frozen for it. Works in
-- cancel-only. A repetition does nothing. Refusals: SP001 no such stop, SP002 it does not wait any more, ID001.
--
-- Access: product
create or replace function spot_stop_cancel(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_stop bigint
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  s spot_stop;
  o spot_order;
  held numeric;
  hold text;
  why text := 'spot.stop-release';
  reference text;
  balances record;
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  -- A paired one is its order's: that is locked first.
  select * into o from spot_order
   where id = (select w.paired_order_id from spot_stop w where w.id = p_stop and w.user_id = p_user) for no key update;
  select * into s from spot_stop where id = p_stop and user_id = p_user for no key update;
  if not found then
    raise exception 'no such stop' using errcode = 'SP001';
  elsif s.status <> 'waiting' then
    raise exception 'it does not wait any more' using errcode = 'SP002';
  end if;
  held := s.reserved;
  hold := concat('spot-stop:', s.id);
  reference := s.id::text;
  update spot_stop set status = 'cancelled', reason = 'user', reserved = 0, updated_at = p_at, ended_at = p_at,
         version = version + 1
   where id = s.id returning * into s;
  if o.id is not null then
    held := o.reserved;
    hold := concat('spot-order:', o.id);
    why := 'spot.release';
    reference := o.id::text;
    update spot_order set status = 'cancelled', reason = 'user', reserved = 0, updated_at = p_at, ended_at = p_at,
           version = version + 1
     where id = o.id returning * into o;
  end if;
  select * into balances from spot_post(why, array_fill(reference, array[2]), p_at, s.demo,
    array[p_user, p_user], array['spot_frozen', 'spot'],
    array_fill(case s.side when 'buy' then s.quote_currency_id else s.base_currency_id end, array[2]),
    array[-held, held], array[hold, null]);
  perform outbox_append_batch(p_user, array_fill('order'::text, array[case when o.id is null then 1 else 2 end])
      || array_fill('balance'::text, array[cardinality(balances.users)]),
    array[spot_stop_event(s)] || case when o.id is not null then array[spot_order_event(o)] else '{}'::jsonb[] end
      || balances.payloads, p_at);
end
$$;
