-- Closes lots of a position (null: all) at a price, with all money in one journal. The insurance fund pays a
-- shortfall as far as it has money; the rest is the house's loss.
--
-- A cross position whose loss exceeds its margin and the free balance is not closed while other positions or orders of the
-- account hold margin, gains or reserved money (FU012): these back the loss too, and the house pays only a shortfall that
-- remains after all of them.
--
-- A partial close is written as a row of its own, as is the close of the rest.
--
-- Real money is not moved at a price that the tape contradicts (40001).
--
-- Answers nulls when the position is not open any more. The caller appends the events.
create or replace function futures_close_one(
  p_id bigint, p_user bigint, p_lots integer, p_price numeric, p_as text, p_at timestamptz,
  out closed futures_position, out kinds text[], out events jsonb[]
)
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  p futures_position;
  s record;
  decimals smallint;
  available numeric := 0;
  insured numeric := 0;
  effect record;
  whole boolean;
  balances jsonb[];
begin
  select * into p from futures_position where id = p_id and (p_user is null or user_id = p_user) for no key update;
  if not found then
    raise exception 'no such position' using errcode = 'FU001';
  end if;
  if p.status not in (1, 2) then
    return;
  end if;
  if not p.demo then
    perform taped_prices_assert(p.market_id, p_price, p_price, p_at);
  end if;
  select c.scale into decimals from currency c where c.id = p.currency_id;
  if p.margin_mode = 'cross' then
    perform futures_lock_accounts(array[p.id], array['fee', 'house_pnl']);
    select a.balance into available from ledger_account a
     where a.owner_key = p.user_id and a.kind = 'contract' and a.currency_id = p.currency_id and a.demo = p.demo
       and a.shard = 0;
  end if;
  s := futures_settlement(p, p_lots, p_price, decimals, coalesce(available, 0));
  whole := s.lots = p.lots;
  if s.shortfall > 0 and p.margin_mode = 'cross' and exists (
    select from futures_position o
     where o.user_id = p.user_id and o.demo = p.demo and o.currency_id = p.currency_id and o.margin_mode = 'cross'
       and o.status in (0, 1, 2) and o.id <> p.id) then
    raise exception 'other rows of the account back the loss' using errcode = 'FU012';
  end if;
  if s.shortfall > 0 then
    insured := futures_insured(p, s.shortfall);
  end if;
  effect := futures_close_effect(p, s.released, s.profit, s.fee);
  balances := futures_post(case when whole then 'futures.close' else 'futures.reduce' end,
    case when whole then p.id::text else concat(p.id, ':', p.version) end, p_at, p.user_id, p.currency_id, p.demo,
    array[effect.net, effect.margin_left - p.margin, 0, s.fee, insured - s.profit, -insured],
    concat('position:', p.id), null);
  if whole and p.status = 1 then
    update futures_position set status = 2, updated_at = p_at where id = p.id;
  end if;
  update futures_position f set
         status = case when whole then 3 else f.status end, lots = p.lots - s.lots, margin = effect.margin_left,
         close_price = futures_average_price(f.close_price, f.lots_ordered - p.lots, p_price, s.lots),
         fee = f.fee + s.fee, realised_profit = f.realised_profit + s.profit, shortfall = f.shortfall + s.shortfall,
         insurance = f.insurance - insured, closed_as = case when whole then p_as end,
         closed_at = case when whole then p_at end, updated_at = p_at,
         liquidated_at = case when p_as in ('liquidated', 'deleveraged') then p_at else f.liquidated_at end
   where f.id = p.id returning * into closed;
  if closed.lots_ordered > s.lots then
    insert into futures_closed_part (position_id, user_id, demo, lots, price, profit, fee, at)
    values (closed.id, closed.user_id, closed.demo, s.lots, p_price, s.profit, s.fee, p_at);
  end if;
  kinds := array['position'] || array_fill('balance'::text, array[cardinality(balances)]);
  events := array[futures_position_event(closed)
    || futures_fill_event(s.lots, p_price, s.profit, s.fee)] || balances;
end
$$;
