-- Books a new order that has passed the checks of its user: opens a position at a price (p_status 1), or reserves margin
-- and fee of a limit order (p_status 0). p_has_room: the caller has locked the room of the side already, because it changes
-- other positions in between. The caller holds the lock of the person, whose accounts count together for the exposure limit
-- of a leverage, and appends the events.
--
-- Refusals: FU003 too many open lots, FU004 too many open rows, FU005 leverage not offered, FU006 not offered now,
-- FU010 a cross position has no mark, FU011 exposure too large for a leverage, pending orders included, LG001. A fee that is
-- not the market's any more, and a price that the tape contradicts, raise 40001: the caller prices the order again.
create or replace function futures_open_one(
  p_user bigint, p_market integer, p_currency integer, p_demo boolean, p_side smallint, p_price_type text,
  p_margin_mode text, p_status smallint, p_leverage integer, p_lot_size numeric, p_lots integer,
  p_limit_price numeric, p_market_price numeric, p_entry_price numeric, p_take_profit numeric,
  p_take_profit_source text, p_stop_loss numeric, p_stop_loss_source text, p_margin numeric, p_fee numeric,
  p_open_fee_ratio numeric, p_close_fee_ratio numeric, p_open_rows integer, p_new_leverage integer,
  p_new_since timestamptz, p_marks text, p_at timestamptz, p_has_room boolean,
  out kinds text[], out events jsonb[]
)
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  fills constant boolean := p_status = 1;
  total constant numeric := p_margin + p_fee;
  frozen constant numeric := case when fills then p_margin else total end;
  legs constant integer := case when fills and p_fee > 0 then 3 else 2 end;
  reason constant text := case when fills then 'futures.open' else 'futures.reserve' end;
  product record;
  has_leverage boolean;
  posted record;
  balances jsonb[];
  standing record;
  order_id bigint;
  hold text;
  o futures_position;
begin
  select f.enabled, p_leverage = any (f.leverages) as has_leverage, f.open_lots_max,
         m.perpetual_fee_percent = p_open_fee_ratio * 100 as has_fee into product
    from futures_product f join market m on m.id = f.market_id where f.market_id = p_market;
  if product.enabled is not true then
    raise exception 'not offered now' using errcode = 'FU006';
  end if;
  if not product.has_fee then
    raise exception 'the market has another fee' using errcode = '40001';
  end if;
  if fills and not p_demo then
    perform taped_prices_assert(p_market, p_entry_price, p_entry_price, p_at);
  end if;
  has_leverage := product.has_leverage;
  if p_leverage > p_new_leverage then
    has_leverage := has_leverage
      and not exists (select from account_user u where u.id = person_of(p_user) and u.created_at > p_new_since);
  end if;
  if not has_leverage then
    raise exception 'leverage not offered' using errcode = 'FU005';
  end if;
  order_id := nextval('futures_position_id_seq');
  hold := case when fills then 'position:' else 'contract-order:' end || order_id;
  posted := ledger_post(reason, order_id::text, p_at, p_demo, (array[p_user, p_user, null])[1:legs],
    (array['contract', 'contract_frozen', 'fee'])[1:legs], array_fill(p_currency, array[legs]),
    (array[-total, frozen, p_fee])[1:legs], (array[null, hold, null])[1:legs]);
  balances := array[
    balance_event(p_demo, 'contract', p_currency, -total, posted.balances[1]::numeric, posted.numbers[1], reason,
      posted.journal_id),
    balance_event(p_demo, 'contract_frozen', p_currency, frozen, posted.balances[2]::numeric, posted.numbers[2],
      reason, posted.journal_id)];
  -- Counted under the lock of the person, which serialises concurrent orders.
  select count(*) filter (where f.user_id = p_user) as rows,
         bool_or(f.margin_mode = 'cross' and f.status in (1, 2)) filter (where f.user_id = p_user) as cross_held,
         sum(f.lots * f.lot_size) filter (where f.market_id = p_market and f.side = p_side) as exposure,
         max(f.leverage) filter (where f.market_id = p_market and f.side = p_side) as leverage into standing
    from futures_position f
   where f.user_id = any (person_accounts(person_of(p_user))) and f.demo = p_demo and f.status in (0, 1, 2);
  if standing.rows >= p_open_rows then
    raise exception 'too many open rows' using errcode = 'FU004';
  end if;
  perform futures_assert_leverage(p_market, greatest(p_leverage, standing.leverage),
    p_lots * p_lot_size * coalesce(p_entry_price, p_limit_price) + coalesce(standing.exposure, 0) * p_market_price);
  if standing.cross_held then
    perform futures_assert_loss_covered(balances, p_user, p_currency, p_demo, p_marks::jsonb);
  end if;
  if fills and not p_has_room then
    perform futures_lock_room(p_market, p_demo, p_side, p_lots);
  end if;
  insert into futures_position (id, user_id, market_id, currency_id, demo, side, price_type, margin_mode, status,
    leverage, lot_size, lots, lots_ordered, limit_price, market_price, entry_price, take_profit, take_profit_source,
    stop_loss, stop_loss_source, reserved, initial_margin, margin, open_fee_ratio, close_fee_ratio, fee, created_at,
    opened_at, updated_at)
  overriding system value
  values (order_id, p_user, p_market, p_currency, p_demo, p_side, p_price_type,
    coalesce(p_margin_mode, (select f.margin_mode from futures_preference f
      where f.user_id = p_user and f.demo = p_demo), 'isolated'), p_status,
    p_leverage, p_lot_size, p_lots, p_lots, p_limit_price, p_market_price, p_entry_price, p_take_profit,
    p_take_profit_source, p_stop_loss, p_stop_loss_source, case when fills then 0 else total end,
    case when fills then p_margin else 0 end, case when fills then p_margin else 0 end, p_open_fee_ratio,
    p_close_fee_ratio, case when fills then p_fee else 0 end, p_at, case when fills then p_at end, p_at)
  returning * into o;
  if fills and futures_open_lots_of(p_market, p_demo, p_side) > product.open_lots_max then
    raise exception 'too many lots are open in the market' using errcode = 'FU003';
  end if;
  kinds := array[case when fills then 'position' else 'order' end, 'balance', 'balance'];
  events := array[case when fills then futures_position_event(o) else futures_order_event(o) end] || balances;
end
$$;
