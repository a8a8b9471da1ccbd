-- Places what a purchase was given for afterwards, once it has ended, with the coins that it bought, which are frozen for
-- it: an order at the take-profit, a stop at the stop-loss, or a pair of both, until the date that it has. Once, whoever
-- comes. A purchase that bought nothing, or whose exit has reached its date by the database's clock, leaves nothing: what
-- was frozen is free, also while the purchase goes on, and its owner is told that nothing stands and why: it was
-- cancelled by its owner (`user`), the date came (`expired`), it bought nothing (`nothing-bought`), or that is gone again
-- (`spent`). Answers whose events there are. Refused with LG005 in cancel-only
-- where something is to be placed: it goes on waiting.
--
-- Of a purchase that was executed by a version that froze nothing, what its owner has not used since is taken.
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
  q numeric;
  spare numeric;
  is_over boolean;
  balances record;
  ended jsonb;
  events jsonb[];
begin
  p_at := require_reached(p_at);
  users := '{}';
  select * into o from spot_order where id = p_order for no key update skip locked;
  if not found then
    return;
  end if;
  select * into e from spot_exit where order_id = p_order and status = 'waiting' for no key update skip locked;
  if not found or (o.status = 'open' and coalesce(e.expires_at > database_now(p_at), true)) then
    return;
  end if;
  is_over := coalesce(e.expires_at <= database_now(p_at), false);
  if not is_over then
    perform trading_assert_open(o.demo);
  end if;
  q := e.reserved;
  if is_over then
    q := 0;
  elsif o.filled > q then
    perform ledger_lock_accounts(array_fill(o.demo, array[2]), array_fill(o.user_id, array[2]),
      array['spot', 'spot_frozen'], array_fill(o.base_currency_id, array[2]));
    select least(o.filled - q, trunc(a.balance, m.quantity_scale)) into spare
      from ledger_account a, market m
     where a.owner_key = o.user_id and a.kind = 'spot' and a.currency_id = o.base_currency_id and a.demo = o.demo
       and m.id = o.market_id;
    q := q + coalesce(spare, 0);
  end if;
  if q <= 0 then
    -- Not before the date that ended it, however late the clock of the process is.
    update spot_exit set status = 'void', reserved = 0,
           ended_at = case when is_over then greatest(p_at, e.expires_at) else p_at end
     where id = e.id;
    ended := spot_exit_event(e, o, case when o.filled = 0 and o.reason = 'user' then 'user' when is_over then 'expired'
      when o.filled > 0 then 'spent' else 'nothing-bought' end);
    if e.reserved = 0 then
      perform outbox_append(o.user_id, 'order', ended, p_at);
      users := array[o.user_id];
      return;
    end if;
  end if;
  if q > 0 and e.take_profit is not null then
    insert into spot_order (user_id, market_id, base_currency_id, quote_currency_id, demo, side, limit_price, quantity,
      fee_ratio, created_at, updated_at, reserved, time_in_force, expires_at)
    values (o.user_id, o.market_id, o.base_currency_id, o.quote_currency_id, o.demo, 'sell', e.take_profit, q, o.fee_ratio,
      p_at, p_at, q, case when e.expires_at is null then 'gtc' else 'gtd' end, e.expires_at)
    returning * into twin;
  end if;
  if q > 0 and e.stop_loss is not null then
    insert into spot_stop (user_id, market_id, base_currency_id, quote_currency_id, demo, side, direction, trigger_price,
      quantity, fee_ratio, created_at, updated_at, reserved, paired_order_id, expires_at)
    values (o.user_id, o.market_id, o.base_currency_id, o.quote_currency_id, o.demo, 'sell', 'fall', e.stop_loss, q,
      o.fee_ratio, p_at, p_at, case when twin.id is null then q else 0 end, twin.id, e.expires_at)
    returning * into s;
  end if;
  if q > 0 then
    update spot_exit set status = 'active', quantity = q, reserved = 0, became_order_id = twin.id, became_stop_id = s.id,
           ended_at = p_at
     where id = e.id;
  end if;
  select post.users, post.payloads into balances
    from (select array_agg(coalesce(twin.id, s.id, e.id)::text) as refs, array_agg(o.user_id) as owners,
                 array_agg(leg.kind order by leg.place) as kinds, array_agg(o.base_currency_id) as currencies,
                 array_agg(leg.amount order by leg.place) as amounts, array_agg(leg.hold order by leg.place) as holds
            from (values (1, 'spot_frozen', -e.reserved, concat('spot-exit:', e.id)), (2, 'spot', e.reserved - q, null),
                    (3, 'spot_frozen', q, case when twin.id is null then concat('spot-stop:', s.id)
                       else concat('spot-order:', twin.id) end)) as leg (place, kind, amount, hold)
           where leg.amount <> 0) legs,
         spot_post(case when q <= 0 then 'spot.exit-release' when twin.id is null then 'spot.stop-reserve'
           else 'spot.reserve' end, legs.refs, p_at, o.demo,
           legs.owners, legs.kinds, legs.currencies, legs.amounts, legs.holds) post;
  events := case when twin.id is null then '{}'::jsonb[] else array[spot_order_event(twin)] end
    || case when s.id is null then '{}'::jsonb[] else array[spot_stop_event(s)] end
    || case when ended is null then '{}'::jsonb[] else array[ended] end;
  perform outbox_append_batch(o.user_id, array_fill('order'::text, array[cardinality(events)])
      || array_fill('balance'::text, array[cardinality(balances.users)]), events || balances.payloads, p_at);
  users := array[o.user_id];
end
$$;
