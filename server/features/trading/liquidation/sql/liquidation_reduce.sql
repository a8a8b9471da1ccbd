-- Closes part of an isolated position; the released margin stays in it. Answers nulls when the rest could not
-- be backed by a margin of its own: then the whole position has to close.
--
-- Access: stored functions
create or replace function liquidation_reduce(
  p_id bigint, p_lots integer, p_price numeric, p_at timestamptz, out reduced futures_position, out profit
  numeric, out fee numeric, out events jsonb[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  p futures_position;
  decimals smallint;
  part record;
  balances jsonb[];
begin
  select * into strict p from futures_position where id = p_id for no key update;
  select c.scale into decimals from currency c where c.id = p.currency_id;
  part := liquidation_part(p, p_lots, p_price, decimals);
  if p.status <> 1 or part.margin_left is null or part.margin_left <= 0 then
    return;
  end if;
  profit := part.profit;
  fee := part.fee;
  balances := futures_post('futures.reduce', concat(p.id, ':', p.version), p_at, p.user_id, p.currency_id, p.demo,
    array[0, part.margin_left - p.margin, 0, fee, -profit, 0], concat('position:', p.id), null);
  update futures_position f set lots = p.lots - p_lots, margin = part.margin_left, fee = f.fee + liquidation_reduce.fee,
         realised_profit = f.realised_profit + liquidation_reduce.profit, liquidated_at = p_at, updated_at = p_at,
         close_price = futures_average_price(f.close_price, f.lots_ordered - p.lots, p_price, p_lots)
   where f.id = p.id returning * into reduced;
  events := array[futures_position_event(reduced)] || balances;
end
$$;
