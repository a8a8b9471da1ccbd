-- Closes a whole position and opens the same lots on the other side with its leverage and margin mode, atomically, each leg
-- at its quoted price. All refusals of a new order apply; balance, realised loss and the user's own limits are checked
-- behind the close.
--
-- p_priced: optimistic lock; other lots raise 40001 and the caller prices again. p_margin, p_fee: of the new position.
-- p_taking: depth of both legs, as in depth_take. Stops and closing orders of the old position end with it.
--
-- All accounts, the room of the new side and the counts of both sides are locked in the common order before the first
-- change: two opposite reversals cannot deadlock.
--
-- A repetition does nothing. Refusals: FU001 no such position, FU002 not open any more, FU012 what backs a cross loss
-- must be closed first, those of futures_open_one, LG005, NW001, ID001, and those of country_rule_assert and
-- own_limits_judge.
--
-- Access: product
create or replace function futures_reverse(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_id bigint, p_priced integer, p_close_price numeric, p_lot_size numeric, p_market_price numeric,
  p_entry_price numeric, p_margin numeric, p_fee numeric, p_open_fee_ratio numeric, p_close_fee_ratio numeric,
  p_open_rows integer, p_new_leverage integer, p_new_since timestamptz, p_marks text, p_taking jsonb
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  p futures_position;
  other smallint;
  has_limits boolean;
  closed record;
  opened record;
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  -- Read without a lock: only columns that never change are used before the row is locked in its turn.
  select * into p from futures_position f where f.id = p_id and f.user_id = p_user;
  if not found then
    raise exception 'no such position' using errcode = 'FU001';
  end if;
  perform trading_assert_open(p.demo);
  perform required_reading_assert(p_user, p_at);
  perform country_rule_assert(p_user, 'contracts', p.leverage);
  perform from own_limit_account l where l.user_id = person_of(p_user) for no key update;
  has_limits := found;
  perform person_lock(p_user);
  select * into p from futures_position f where f.id = p_id order by f.id for no key update;
  if p.status <> 1 then
    raise exception 'the position is not open any more' using errcode = 'FU002';
  elsif p.lots <> p_priced then
    raise exception 'the position has other lots than were priced' using errcode = '40001';
  end if;
  other := -p.side;
  perform futures_lock_accounts(array[p.id], array['fee', 'house_pnl'] || array(
    select 'insurance' where p.margin + p.side * (p_close_price - p.entry_price) * p.lots * p.lot_size < 0));
  perform futures_lock_room(p.market_id, p.demo, other, p.lots);
  insert into futures_open_lots as o (market_id, demo, side, shard, lots)
  select p.market_id, p.demo, sides.side, pg_backend_pid() % 16, 0 from (values (p.side), (other)) as sides (side)
   order by 1, 2, 3
  on conflict (market_id, demo, side, shard) do update set lots = o.lots;
  closed := futures_close_one(p.id, p_user, null, p_close_price, 'closed', p_at);
  if has_limits then
    perform own_limits_judge(p_user, p.demo, p.currency_id, p_margin + p_fee, p_at);
  end if;
  opened := futures_open_one(p_user, p.market_id, p.currency_id, p.demo, other, 'market', p.margin_mode, 1::smallint,
    p.leverage, p_lot_size, p.lots, null, p_market_price, p_entry_price, null, 'last', null, 'mark', p_margin, p_fee,
    p_open_fee_ratio, p_close_fee_ratio, p_open_rows, p_new_leverage, p_new_since, p_marks, p_at, p_has_room => true);
  perform futures_append_events(p_user, closed.kinds || opened.kinds, closed.events || opened.events, p_at);
  perform depth_take(p_taking);
end
$$;
