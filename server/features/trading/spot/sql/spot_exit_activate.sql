-- Places what a purchase was given for afterwards, once it has ended, with the coins that it bought and that are there
-- still: an order at the take-profit, a stop at the stop-loss, or a pair of both. Once, whoever comes. A purchase that
-- bought nothing, or whose coins are gone, leaves nothing. Answers whose events there are. Refused with LG005 in
-- cancel-only: it goes on waiting.
--
-- Access: worker
create or replace function spot_exit_activate(p_order bigint, p_at timestamptz, out users bigint[])
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  e spot_exit;
  o spot_order;
  twin spot_order;
  s spot_stop;
  q numeric := 0;
  balances record;
  events jsonb[];
begin
  p_at := require_reached(p_at);
  users := '{}';
  select * into o from spot_order where id = p_order and status <> 'open' for no key update skip locked;
  if not found then
    return;
  end if;
  select * into e from spot_exit where order_id = p_order and status = 'waiting' for no key update skip locked;
  if not found then
    return;
  end if;
  perform trading_assert_open(o.demo);
  if o.filled > 0 then
    perform ledger_lock_accounts(array_fill(o.demo, array[2]), array_fill(o.user_id, array[2]), array['spot', 'spot_frozen'],
      array_fill(o.base_currency_id, array[2]));
    select least(o.filled, trunc(a.balance, m.quantity_scale)) into q
      from ledger_account a, market m
     where a.owner_id = o.user_id and a.kind = 'spot' and a.currency_id = o.base_currency_id and a.demo = o.demo
       and m.id = o.market_id;
  end if;
  if coalesce(q, 0) <= 0 then
    update spot_exit set status = 'void', ended_at = p_at where id = e.id;
    return;
  end if;
  if e.take_profit is not null then
    insert into spot_order (user_id, market_id, base_currency_id, quote_currency_id, demo, side, limit_price, quantity,
      fee_ratio, created_at, updated_at, reserved)
    values (o.user_id, o.market_id, o.base_currency_id, o.quote_currency_id, o.demo, 'sell', e.take_profit, q, o.fee_ratio,
      p_at, p_at, q)
    returning * into twin;
  end if;
  if e.stop_loss is not null then
    insert into spot_stop (user_id, market_id, base_currency_id, quote_currency_id, demo, side, direction, trigger_price,
      quantity, fee_ratio, created_at, updated_at, reserved, paired_order_id)
    values (o.user_id, o.market_id, o.base_currency_id, o.quote_currency_id, o.demo, 'sell', 'fall', e.stop_loss, q,
      o.fee_ratio, p_at, p_at, case when twin.id is null then q else 0 end, twin.id)
    returning * into s;
  end if;
  update spot_exit set status = 'active', quantity = q, became_order_id = twin.id, became_stop_id = s.id, ended_at = p_at
   where id = e.id;
  select * into balances
    from spot_post(case when twin.id is null then 'spot.stop-reserve' else 'spot.reserve' end,
      array_fill(coalesce(twin.id, s.id)::text, array[2]), p_at, o.demo, array_fill(o.user_id, array[2]),
      array['spot', 'spot_frozen'], array_fill(o.base_currency_id, array[2]), array[-q, q],
      array[null, case when twin.id is null then concat('spot-stop:', s.id) else concat('spot-order:', twin.id) end]);
  events := case when twin.id is null then '{}'::jsonb[] else array[spot_order_event(twin)] end
    || case when s.id is null then '{}'::jsonb[] else array[spot_stop_event(s)] end;
  perform outbox_append_batch(o.user_id, array_fill('order'::text, array[cardinality(events)])
      || array_fill('balance'::text, array[cardinality(balances.users)]), events || balances.payloads, p_at);
  users := array[o.user_id];
end
$$;
