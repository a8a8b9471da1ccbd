-- Fills a pending order as a whole at its limit or better; p_margin and p_fee are what the margin rules give
-- at that price. What was reserved beyond them is released. What is missing, because a short fills above its
-- limit, comes from the futures account (LG001 where it does not reach, or where what is left of it no longer covers
-- what the user's cross positions have lost by p_marks; FU010 where one of them has no mark).
--
-- Refused with FU011 when the person, whom the caller holds, has so much open and ordered in the market and side that the
-- order's leverage is not allowed at this price any more.
--
-- Real money is not moved at a price that the tape contradicts (40001).
--
-- Answers nulls when the order is not pending any more. The caller appends the events.
create or replace function futures_fill_one(
  p_id bigint, p_price numeric, p_margin numeric, p_fee numeric, p_marks jsonb, p_at timestamptz,
  out filled futures_position, out kinds text[], out events jsonb[]
)
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  p futures_position;
  balances jsonb[];
begin
  select * into p from futures_position where id = p_id for no key update;
  if not found or p.status <> 0 then
    return;
  end if;
  if (p_price - p.limit_price) * p.side > 0 then
    raise exception 'worse than the limit' using errcode = 'FU009';
  end if;
  if not p.demo then
    perform taped_prices_assert(p.market_id, p_price, p_price, p_at);
  end if;
  balances := futures_post('futures.fill', p.id::text, p_at, p.user_id, p.currency_id, p.demo,
    array[p.reserved - p_margin - p_fee, -p.reserved, p_margin, p_fee, 0, 0],
    concat('contract-order:', p.id), concat('position:', p.id));
  update futures_position set status = 1, entry_price = p_price, initial_margin = p_margin, margin = p_margin,
         reserved = 0, fee = p_fee, opened_at = p_at, updated_at = p_at
   where id = p.id returning * into filled;
  if p.reserved < p_margin + p_fee then
    perform futures_assert_loss_covered(balances, p.user_id, p.currency_id, p.demo, p_marks);
  end if;
  perform futures_assert_room(p.market_id, p.demo, p.side);
  perform futures_assert_leverage(p.market_id, p.leverage, p_price * (
    select sum(f.lots * f.lot_size) from futures_position f
     where f.user_id = any (person_accounts(person_of(p.user_id))) and f.demo = p.demo and f.status in (0, 1, 2)
       and f.market_id = p.market_id and f.side = p.side));
  kinds := array['order', 'position'] || array_fill('balance'::text, array[cardinality(balances)]);
  events := array[futures_order_event(filled), futures_position_event(filled)] || balances;
end
$$;
