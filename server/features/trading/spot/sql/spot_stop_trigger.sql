-- Turns a stop that waits into the order that it is for, by the last price that has reached it: what is frozen for the stop
-- is free and pays for the order in the same transaction, so that nothing else can have it. Once, whoever comes: a stop that
-- somebody is at, or that does not wait any more, is left as it is and answers nobody.
--
-- A paired stop ends the order that it is paired with, which held what both could need. One until a date is not triggered
-- after it; a limit order that it becomes has the same date.
--
-- p_price, p_price_at: the last price and its instant; the receipt of a stop that the tape has reached before stays.
-- p_quantity: of the order; p_fill: an execution as in spot_execute without the order's id, or null; p_taking: what it
-- takes of the book, as in depth_take; p_reserve: what stays frozen for the rest of a limit order; p_amendments: how
-- often its owner had changed it when all this was worked out:
-- with another number now it is left for the next look. Answers whose events there are. Refused with LG005 in
-- cancel-only: the stop goes on waiting. One that buys for a user who takes a break waits until it is taken back, and one
-- that the user's country does not let until that changes.
--
-- Access: worker
create or replace function spot_stop_trigger(
  p_stop bigint, p_price numeric, p_price_at timestamptz, p_quantity numeric, p_fill jsonb, p_taking jsonb,
  p_reserve numeric, p_book_at timestamptz, p_origin text, p_at timestamptz, p_amendments integer,
  out users bigint[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  s spot_stop;
  o spot_order;
  twin spot_order;
  held numeric;
  hold text;
  why text := 'spot.stop-release';
  reference text;
  paid_in integer;
  freed record;
  frozen record;
begin
  p_at := require_reached(p_at);
  users := '{}';
  perform country_rule_hold();
  -- A paired one is its order's: that is locked first.
  select w.* into s from spot_stop w where w.id = p_stop;
  if s.side = 'buy' and (not country_rule_allows(s.user_id, 'spot', null) or exists (
    select from own_limit_account l
     where l.user_id = person_of(s.user_id)
       and ((l.break_until > p_at and not s.demo) or (l.excluded_until > p_at and s.demo)))) then
    return;
  end if;
  if s.paired_order_id is not null then
    select * into twin from spot_order where id = s.paired_order_id and status = 'open' for no key update skip locked;
    if not found then
      return;
    end if;
  end if;
  select * into s from spot_stop where id = p_stop and status = 'waiting' for no key update skip locked;
  if not found or s.amendments <> p_amendments then
    return;
  end if;
  -- Of a price from before it was placed, or its owner moved it, it knows nothing.
  if s.triggered_price is null and p_price_at < coalesce(s.judged_from, s.created_at) then
    return;
  end if;
  -- Its date has come, and nobody had reached it before.
  if s.triggered_price is null and s.expires_at <= database_now(p_at) then
    return;
  end if;
  perform trading_assert_open(s.demo);
  held := s.reserved;
  hold := concat('spot-stop:', s.id);
  reference := s.id::text;
  if twin.id is not null then
    held := twin.reserved;
    hold := concat('spot-order:', twin.id);
    why := 'spot.release';
    reference := twin.id::text;
    update spot_order set status = 'cancelled', reason = 'stop-triggered', reserved = 0, updated_at = p_at, ended_at = p_at,
           version = version + 1
     where id = twin.id returning * into twin;
  end if;
  paid_in := case s.side when 'buy' then s.quote_currency_id else s.base_currency_id end;
  insert into spot_order (user_id, market_id, base_currency_id, quote_currency_id, demo, side, limit_price, quantity,
    fee_ratio, created_at, updated_at, reserved, time_in_force, expires_at)
  values (s.user_id, s.market_id, s.base_currency_id, s.quote_currency_id, s.demo, s.side, s.limit_price, p_quantity,
    s.fee_ratio, p_at, p_at, p_reserve,
    case when s.limit_price is null or s.expires_at is null then 'gtc' else 'gtd' end,
    case when s.limit_price is not null then s.expires_at end)
  returning * into o;
  update spot_stop set status = 'triggered', reserved = 0, order_id = o.id,
         triggered_price = coalesce(triggered_price, p_price),
         triggered_price_at = coalesce(triggered_price_at, p_price_at), updated_at = p_at, ended_at = p_at,
         version = version + 1
   where id = s.id returning * into s;
  -- What is free, frozen and filled are several journals: the accounts of all before the first.
  perform ledger_lock_accounts(array_fill(o.demo, array[6]), array[o.user_id, o.user_id, o.user_id, null, null, null],
    array['spot', 'spot', 'spot_frozen', 'fee', 'house_pnl', 'house_pnl'],
    array[o.base_currency_id, o.quote_currency_id, paid_in, o.quote_currency_id, o.base_currency_id,
      o.quote_currency_id]);
  select f.users, f.payloads into freed
    from spot_post(why, array_fill(reference, array[2]), p_at, o.demo, array[o.user_id, o.user_id],
      array['spot_frozen', 'spot'], array_fill(paid_in, array[2]), array[-held, held],
      array[hold, null]) f;
  if p_reserve > 0 then
    select f.users, f.payloads into frozen
      from spot_post('spot.reserve', array_fill(o.id::text, array[2]), p_at, o.demo, array[o.user_id, o.user_id],
        array['spot', 'spot_frozen'], array_fill(paid_in, array[2]), array[-p_reserve, p_reserve],
        array[null, concat('spot-order:', o.id)]) f;
    freed.users := freed.users || frozen.users;
    freed.payloads := freed.payloads || frozen.payloads;
  end if;
  if p_fill is not null then
    perform spot_execute(jsonb_build_array(p_fill || jsonb_build_object('orderId', o.id, 'reserved', p_reserve)), false,
      o.demo, p_book_at, p_origin, p_at, freed.users, freed.payloads);
  end if;
  if o.limit_price is null then
    update spot_order set status = 'cancelled', reason = 'no-liquidity', ended_at = p_at, version = version + 1
     where id = o.id and status = 'open';
  end if;
  select * into o from spot_order where id = o.id;
  users := array[s.user_id];
  perform outbox_append(s.user_id, 'order', spot_stop_event(s), p_at);
  if twin.id is not null then
    perform outbox_append(s.user_id, 'order', spot_order_event(twin), p_at);
  end if;
  if p_fill is null or o.status = 'cancelled' then
    perform outbox_append(s.user_id, 'order', spot_order_event(o), p_at);
  end if;
  if p_fill is null then
    perform outbox_append_many(freed.users, array_fill('balance'::text, array[cardinality(freed.users)]), freed.payloads,
      p_at);
  end if;
  perform depth_take(p_taking);
end
$$;
