-- Checks the new terms of a pending order as those of a new order: FU005 leverage not offered, FU006 not offered now, FU011
-- exposure of the person too large for a leverage, pending orders included. The caller holds the locks of order and person.
create or replace function futures_amend_assert(
  p futures_position, p_lots integer, p_price numeric, p_market_price numeric, p_new_leverage integer,
  p_new_since timestamptz
) returns void
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  product record;
  beside record;
begin
  select f.enabled, p.leverage = any (f.leverages) as has_leverage into product
    from futures_product f where f.market_id = p.market_id;
  if product.enabled is not true then
    raise exception 'not offered now' using errcode = 'FU006';
  end if;
  if not product.has_leverage or (p.leverage > p_new_leverage
     and exists (select from account_user u where u.id = person_of(p.user_id) and u.created_at > p_new_since)) then
    raise exception 'leverage not offered' using errcode = 'FU005';
  end if;
  select sum(f.lots * f.lot_size) as exposure, max(f.leverage) as leverage into beside
    from futures_position f
   where f.user_id = any (person_accounts(person_of(p.user_id))) and f.demo = p.demo and f.status in (0, 1, 2)
     and f.market_id = p.market_id and f.side = p.side and f.id <> p.id;
  perform futures_assert_leverage(p.market_id, greatest(p.leverage, beside.leverage),
    p_lots * p.lot_size * p_price + coalesce(beside.exposure, 0) * p_market_price);
end
$$;
