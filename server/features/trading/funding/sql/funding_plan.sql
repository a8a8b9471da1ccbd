-- What each position pays, of those that were open at the stamp and are not charged for it yet. Payments
-- round up, receipts round down.
--
-- An isolated position pays from its margin and receives into it. A cross position pays from the futures
-- account, then from its margin. One that has closed since pays from the futures account; an isolated one at
-- most what it returned there, which is without the fees of closing it. Nobody pays more than there is: an open
-- position keeps one smallest unit as margin, and the remainder is the house's cost.
--
-- Positions of one account pay in order, each from what the earlier ones have left. `free` is the balance
-- that the account would have if it could go negative. Its lowest value so far, where below zero, is what the
-- account could not pay so far; the part of a position is by how much that minimum falls with it.
--
-- Access: stored functions
create or replace function funding_plan(p_rate funding_rate, p_ids bigint[]) returns funding_step[]
language plpgsql stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
begin
  return (
    with held as (
      select f.id, f.user_id, f.currency_id, f.demo, f.status = 3 as is_closed, f.margin_mode = 'cross' as is_cross,
             f.margin, stamp.lots, stamp.notional, stamp.unit,
             funding_owed(f.side, stamp.notional, p_rate.rate, c.scale) as owed,
             funding_given_back(f, c.scale) as given_back
        from futures_position f
        join currency c on c.id = f.currency_id
       -- Looked up one by one: no plan can read all that ever was due, or charged.
       cross join lateral (select (select d.lots from funding_due d
         where d.position_id = f.id and d.stamp = p_rate.stamp) as lots) due
       cross join lateral (select coalesce(due.lots, f.lots) as lots,
         coalesce(due.lots, f.lots) * f.lot_size * p_rate.mark as notional, 10::numeric ^ c.scale as unit) stamp
       where f.id = any (p_ids) and (due.lots is not null or (f.status = 1 and f.opened_at <= p_rate.stamp))
         and (select c.position_id from funding_charge c
               where c.position_id = f.id and c.stamp = p_rate.stamp) is null),
    wanting as (
      select held.*, case when is_cross then owed when not is_closed then 0 when owed < 0 then owed
                          else greatest(0, least(owed, given_back)) end as wanted
        from held),
    spending as (
      select wanting.*, coalesce((select a.balance from ledger_account a
               where a.owner_key = user_id and a.kind = 'contract' and a.currency_id = wanting.currency_id
                 and a.demo = wanting.demo and a.shard = 0), 0) - sum(wanted) over account as free
        from wanting
      window account as (partition by user_id, currency_id, demo order by id)),
    lacking as (
      select spending.*, least(0, min(free) over account) as lack
        from spending
      window account as (partition by user_id, currency_id, demo order by id)),
    paying as (
      select lacking.*, wanted + lack - lag(lack, 1, 0::numeric) over account as from_account,
             row_number() over (order by user_id, id)::integer as place
        from lacking
      window account as (partition by user_id, currency_id, demo order by id))
    select array_agg(row(place, id, user_id, currency_id, demo, lots, notional, owed, from_account,
             case when is_closed then 0 else least(owed - from_account, margin - 1 / unit) end)::funding_step
             order by place)
      from paying);
end
$$;
