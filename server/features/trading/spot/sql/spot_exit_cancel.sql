-- Takes back what a purchase was to leave behind, and releases the coins that are frozen for it; the purchase itself
-- goes on. Works in cancel-only. A repetition does nothing. Refusals: SP001 no such order, SP002 it leaves nothing behind
-- that still waits, ID001.
--
-- Access: product
create or replace function spot_exit_cancel(
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
  x spot_exit;
  kinds text[] := array['order'];
  events jsonb[] := '{}'::jsonb[];
  balances record;
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  -- The purchase first, as whoever executes it or places what it leaves.
  select * into o from spot_order where id = p_order and user_id = p_user for no key update;
  if not found then
    raise exception 'no such order' using errcode = 'SP001';
  end if;
  select * into x from spot_exit where order_id = o.id for no key update;
  if x.status is distinct from 'waiting' then
    raise exception 'nothing waits' using errcode = 'SP002';
  end if;
  update spot_exit set status = 'void', reason = 'user', reserved = 0, ended_at = p_at where id = x.id;
  -- An ended order does not change any more; of an open one its owner's pages hear that it leaves nothing.
  if o.status = 'open' then
    update spot_order set updated_at = p_at, version = version + 1 where id = o.id returning * into o;
  end if;
  if x.reserved > 0 then
    select * into balances from spot_post('spot.exit-release', array_fill(x.id::text, array[2]), p_at, x.demo,
      array[p_user, p_user], array['spot_frozen', 'spot'], array_fill(o.base_currency_id, array[2]),
      array[-x.reserved, x.reserved], array[concat('spot-exit:', x.id), null]);
    kinds := kinds || array_fill('balance'::text, array[cardinality(balances.users)]);
    events := balances.payloads;
  end if;
  perform outbox_append_batch(p_user, kinds, array[spot_order_event(o)] || events, p_at);
end
$$;
