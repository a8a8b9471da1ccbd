-- Closes one position whose row is locked and unchanged since the decision. When the insurance fund cannot
-- pay what the margin does not cover, profitable positions of the other side are closed at the bankruptcy
-- price; the part that nobody takes is the house's loss.
--
-- Access: stored functions
create or replace function liquidation_close(
  p futures_position, p_item jsonb, p_market jsonb, p_surplus boolean, p_ranked bigint[], p_at timestamptz,
  out owners bigint[], out kinds text[], out events jsonb[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  before futures_position := p;
  done record;
  part record;
  decimals smallint;
  available numeric := 0;
  bankruptcy numeric;
  price numeric := (p_item->>'price')::numeric;
  price_from text := p_item->>'priceFrom';
  settlement record;
  others record;
begin
  owners := '{}';
  kinds := '{}';
  events := '{}';
  select c.scale into decimals from currency c where c.id = p.currency_id;
  if p.margin_mode = 'cross' then
    select coalesce((select a.balance from ledger_account a where a.owner_key = p.user_id and a.kind = 'contract'
      and a.currency_id = p.currency_id and a.demo = p.demo and a.shard = 0), 0) into available;
  end if;
  bankruptcy := futures_bankruptcy_price(p.side, p.lots * p.lot_size, p.entry_price, p.margin + available);
  if p_item->>'kind' = 'partial' and p.margin_mode = 'cross' then
    select * into done from futures_close_one(p.id, null, (p_item->>'lots')::integer, price, 'liquidated', p_at, false);
    owners := array_fill(p.user_id, array[cardinality(done.events) + 1]);
    kinds := done.kinds || 'liquidation'::text;
    events := done.events || liquidation_note(before, done.closed,
      case when (done.closed).lots = 0 then 'full' else 'partial' end, p_item, p_market, price, price_from,
      bankruptcy, null, p_at);
    return;
  elsif p_item->>'kind' = 'partial' then
    select * into part from liquidation_reduce(p.id, (p_item->>'lots')::integer, price, p_at);
    if (part.reduced).id is not null then
      owners := array_fill(p.user_id, array[cardinality(part.events) + 1]);
      kinds := array['position'] || array_fill('balance'::text, array[cardinality(part.events) - 1]) || 'liquidation'::text;
      events := part.events || liquidation_note(p, part.reduced, 'partial', p_item, p_market, price, price_from,
        bankruptcy, null, p_at);
      return;
    end if;
  end if;
  settlement := futures_settlement(p, null, price, decimals, available);
  if settlement.shortfall > 0 and bankruptcy is not null
    and futures_insured(p, settlement.shortfall) < settlement.shortfall then
    select * into others from liquidation_deleverage(p, bankruptcy, p_item, p_market, p_ranked, p_at);
    owners := owners || others.owners;
    kinds := kinds || others.kinds;
    events := events || others.events;
    if others.matched >= p.lots then
      price := bankruptcy;
      price_from := 'bankruptcy';
    elsif others.matched > 0 then
      -- One price for the whole: the matched lots at bankruptcy, the others at what was available.
      price := (bankruptcy * others.matched + price * (p.lots - others.matched)) / p.lots;
    end if;
  end if;
  select * into done from futures_close_one(p.id, null, null, price, 'liquidated', p_at, p_surplus);
  owners := owners || array_fill(p.user_id, array[cardinality(done.events) + 1]);
  kinds := kinds || done.kinds || 'liquidation'::text;
  events := events || done.events || liquidation_note(before, done.closed, 'full', p_item, p_market, price, price_from,
    bankruptcy, null, p_at);
end
$$;
