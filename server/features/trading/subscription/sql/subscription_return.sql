-- Gives back what was paid: of every open order of an offer that was cancelled, of those still under review when
-- theirs was launched, and of those of whoever takes a break, for the coins would come in it. One journal an order;
-- several calls may run at once and be killed at any instant. Answers how many, and whose events there are.
--
-- p_only: of these alone; null: of all orders.
--
-- Access: worker
create or replace function subscription_return(
  p_limit integer, p_at timestamptz, p_only bigint[] default null,
  out orders integer, out users bigint[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  due record;
  balances record;
begin
  p_at := require_reached(p_at);
  orders := 0;
  users := '{}';
  perform own_break_hold();
  with locked as (
    select o.id
      from subscription_offer f join subscription_order o on o.offer_id = f.id and o.status in ('review', 'passed')
     where (p_only is null or o.id = any (p_only))
       and (f.status = 'cancelled' or (f.status = 'launched' and o.status = 'review' and not exists (
              select from verification_case v where v.user_id = o.user_id and v.level = 'basic' and v.status = 'verified'))
         or exists (select from own_break_of(o.user_id, false, p_at)))
     order by o.id limit p_limit for no key update of o skip locked),
  returned as (
    update subscription_order o set status = 'returned', ended_at = p_at, version = version + 1
      from locked where o.id = locked.id returning o.*)
  select count(*)::integer as orders, array_agg(o.id order by o.id) as ids, array_agg(o.user_id order by o.id) as owners,
         array_agg(o.payment_currency_id order by o.id) as payments, array_agg(o.cost::numeric order by o.id) as costs,
         array_agg(o.offer_id order by o.id) as offers, array_agg(o.coins::numeric order by o.id) as coins,
         array_agg(subscription_event(o.*::subscription_order) order by o.id) as events
    into due from returned o;
  if due.orders = 0 then
    return;
  end if;
  select post.* into balances
    from (select array_agg(o.id::text order by o.id, side.kind desc) as refs,
                 array_agg(o.owner order by o.id, side.kind desc) as owners,
                 array_agg(side.kind order by o.id, side.kind desc) as kinds,
                 array_agg(o.payment order by o.id, side.kind desc) as currencies,
                 array_agg(o.cost * side.sign order by o.id, side.kind desc) as amounts,
                 array_agg(case when side.sign < 0 then concat('subscription-order:', o.id) end
                   order by o.id, side.kind desc) as holds
            from unnest(due.ids, due.owners, due.payments, due.costs) as o (id, owner, payment, cost),
                 (values ('spot_frozen', -1), ('spot', 1)) as side (kind, sign)) legs,
         subscription_post('subscription.return', legs.refs, p_at, legs.owners, legs.kinds, legs.currencies,
           legs.amounts, legs.holds) post;
  perform from (
    select from subscription_share h
     where (h.offer_id, h.user_id) in (select * from unnest(due.offers, due.owners))
     order by h.offer_id, h.user_id for no key update) shares;
  perform from (
    select from subscription_quota q where q.offer_id = any (due.offers) order by q.offer_id for no key update) quotas;
  update subscription_share h set coins = h.coins - back.coins
    from (select o.offer, o.owner, sum(o.coins) as coins
            from unnest(due.offers, due.owners, due.coins) as o (offer, owner, coins) group by 1, 2) back
   where h.offer_id = back.offer and h.user_id = back.owner;
  update subscription_quota q set sold = q.sold - back.coins
    from (select o.offer, sum(o.coins) as coins from unnest(due.offers, due.coins) as o (offer, coins) group by 1) back
   where q.offer_id = back.offer;
  orders := due.orders;
  users := due.owners || balances.users;
  perform outbox_append_many(users, array_fill('subscription'::text, array[orders])
    || array_fill('balance'::text, array[cardinality(balances.users)]), due.events || balances.payloads, p_at);
end
$$;
