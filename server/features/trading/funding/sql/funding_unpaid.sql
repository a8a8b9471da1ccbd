-- At most what a user still owes of funding for lots that have left positions since a stamp, in a currency of a book:
-- until it is charged it stays on the futures account, or a user who closes right behind a stamp could take the money out.
--
-- Where the rate of the stamp is not decided yet it is at most the lowest step of the maintenance table, either way, and the
-- mark is taken to be the higher of the prices that the position was opened and closed at. What is still open pays from
-- its margin. An isolated position pays no more than it gave back.
--
-- Looked up by the stamps of each market that are not settled, of which there are rows for a minute or so.
--
-- Access: product
create or replace function funding_unpaid(p_user bigint, p_currency integer, p_demo boolean) returns numeric
language sql stable
security definer
set search_path = public, pg_temp
as $$
  select coalesce(sum(case when f.margin_mode = 'cross' then owing.most
           else least(owing.most, greatest(0, funding_given_back(f, c.scale))) end), 0)
    from market m
   cross join lateral (
     select r.stamp, r.rate, r.mark from funding_rate r where r.market_id = m.id and r.settled_at is null
     union all
     select undecided.stamp, null, null
       from (select distinct d.stamp from funding_due d
              where d.market_id = m.id and d.stamp > coalesce((
                select max(r.stamp) from funding_rate r where r.market_id = m.id), '-infinity')) undecided) due
    join funding_due left_over on left_over.market_id = m.id and left_over.stamp = due.stamp
    join futures_position f on f.id = left_over.position_id
    join currency c on c.id = f.currency_id
   cross join lateral (
     select greatest(0, funding_owed(f.side, left_over.lots * f.lot_size * coalesce(due.mark,
              greatest(f.entry_price, f.close_price)), coalesce(due.rate, f.side * (
                select t.maintenance_ratio from maintenance_tier t where t.market_id = m.id order by t.floor limit 1)),
              c.scale)) as most) owing
   where f.user_id = p_user and f.currency_id = p_currency and f.demo = p_demo
     and (f.margin_mode = 'cross' or f.status = 3)
     and not exists (select from funding_charge g where g.position_id = f.id and g.stamp = due.stamp)
$$;
