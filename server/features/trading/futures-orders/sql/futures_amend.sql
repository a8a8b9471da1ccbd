-- Amends limit price and lots of a pending order in place; leverage, fees and stops stay. The reservation is adjusted by
-- the difference, or the order is filled at once where it has become marketable, in the same transaction.
--
-- p_version: optimistic lock; another version raises 40001 and the caller prices again. p_reserve: margin and fee at the
-- new limit. p_price: fill price of the whole order, with p_margin and p_fee at that price; null: it stays pending.
-- p_marks as in futures_assert_loss_covered, p_taking as in depth_take.
--
-- Reducing lots at the same limit lowers risk and is accepted whenever an order can be cancelled. Any other change passes
-- the checks of a new order, at the fill price where it is filled at once; money is checked for the difference only.
--
-- A repetition does nothing. Refusals: FU001 no such order, FU002 not pending any more, FU003, FU005, FU006, FU010, FU011
-- and LG001 as futures_open_one, LG005, NW001, ID001, and those of country_rule_judge and own_limits_judge.
--
-- Access: product
create or replace function futures_amend(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_id bigint, p_version bigint, p_lots integer, p_limit_price numeric, p_reserve numeric, p_price numeric,
  p_margin numeric, p_fee numeric, p_market_price numeric, p_new_leverage integer, p_new_since timestamptz,
  p_marks jsonb, p_taking jsonb
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  p futures_position;
  has_limits boolean;
  more numeric;
  balances jsonb[] := '{}'::jsonb[];
  kinds text[];
  events jsonb[];
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  -- Country rules are locked before the order, in the common order of locks; which of them apply is known only behind it.
  perform country_rule_hold();
  perform from own_limit_account l where l.user_id = person_of(p_user) for no key update;
  has_limits := found;
  perform person_lock(p_user);
  select * into p from futures_position f where f.id = p_id and f.user_id = p_user order by f.id for no key update;
  if not found then
    raise exception 'no such order' using errcode = 'FU001';
  elsif p.status <> 0 then
    raise exception 'the order is not pending any more' using errcode = 'FU002';
  elsif p.version <> p_version then
    raise exception 'it has changed since it was read' using errcode = '40001';
  end if;
  more := p_reserve - p.reserved;
  if p_limit_price <> p.limit_price or p_lots > p.lots then
    perform trading_assert_open(p.demo);
    perform required_reading_assert(p_user, p_at);
    perform country_rule_judge(p_user, 'contracts', p.leverage);
    perform futures_amend_assert(p, p_lots, coalesce(p_price, p_limit_price), p_market_price, p_new_leverage, p_new_since);
    if has_limits then
      perform own_limits_judge(p_user, p.demo, p.currency_id,
        greatest(coalesce(p_margin + p_fee, p_reserve) - p.reserved, 0), p_at);
    end if;
  end if;
  perform futures_lock_accounts(array[p.id], case when p_price is null then '{}' else array['fee'] end);
  if p_price is not null then
    -- Lock order: the room of the side before its counts, which the update of the row changes.
    perform futures_lock_room(p.market_id, p.demo, p.side, p_lots);
  elsif more <> 0 then
    balances := futures_post('futures.amend', concat(p.id, ':', p.version), p_at, p_user, p.currency_id, p.demo,
      array[-more, 0, more, 0, 0, 0], null, concat('contract-order:', p.id));
    if more > 0 then
      perform futures_assert_loss_covered(balances, p_user, p.currency_id, p.demo, p_marks);
    end if;
  end if;
  -- A fill is paid from the reservation.
  update futures_position set limit_price = p_limit_price, lots = p_lots, lots_ordered = p_lots, updated_at = p_at,
         reserved = case when p_price is null then p_reserve else reserved end
   where id = p.id returning * into p;
  kinds := 'order'::text || array_fill('balance'::text, array[cardinality(balances)]);
  events := futures_order_event(p) || balances;
  if p_price is not null then
    select f.kinds, f.events into kinds, events
      from futures_fill_one(p.id, p_price, p_margin, p_fee, p_marks, p_at) f;
  end if;
  perform futures_append_events(p_user, kinds, events, p_at);
  perform depth_take(p_taking);
end
$$;
