-- Orders that passed of offers that are launched: what was reserved goes to the issuer, and the coins are the
-- buyer's, locked for as long as the order says. Those of whoever takes a break are not delivered: subscription_return
-- gives them back. One journal an order; several calls may run at once and be killed at any instant. Answers how many,
-- and whose events there are.
--
-- p_only: of these alone; null: of all orders.
--
-- Access: worker
create or replace function subscription_deliver(
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
    select o.id, f.launched_at, f.coin_currency_id
      from subscription_offer f join subscription_order o on o.offer_id = f.id and o.status = 'passed'
     where f.status = 'launched' and (p_only is null or o.id = any (p_only))
       and not exists (select from own_break_of(o.user_id, false, p_at))
     order by o.id limit p_limit for no key update of o skip locked),
  given as (
    update subscription_order o set status = 'locked', locked_at = locked.launched_at,
           release_at = locked.launched_at + o.lock_days * interval '1 day',
           coin_currency_id = locked.coin_currency_id, version = version + 1
      from locked where o.id = locked.id returning o.*)
  select count(*)::integer as orders, array_agg(o.id order by o.id) as ids, array_agg(o.user_id order by o.id) as owners,
         array_agg(o.payment_currency_id order by o.id) as payments, array_agg(o.coin_currency_id order by o.id) as coins,
         array_agg(o.cost::numeric order by o.id) as costs, array_agg(o.coins::numeric order by o.id) as amounts,
         array_agg(subscription_event(o.*::subscription_order) order by o.id) as events
    into due from given o;
  if due.orders = 0 then
    return;
  end if;
  select post.* into balances
    from (select array_agg(o.id::text order by o.id, side.place) as refs,
                 array_agg(side.owner order by o.id, side.place) as owners,
                 array_agg(side.kind order by o.id, side.place) as kinds,
                 array_agg(side.currency order by o.id, side.place) as currencies,
                 array_agg(side.amount order by o.id, side.place) as amounts,
                 array_agg(case when side.kind = 'spot_frozen' then concat('subscription-order:', o.id) end
                   order by o.id, side.place) as holds
            from unnest(due.ids, due.owners, due.payments, due.coins, due.costs, due.amounts)
                   as o (id, owner, payment, coin, cost, amount),
                 lateral (values (1, o.owner, 'spot_frozen', o.payment, -o.cost), (2, null, 'issuance', o.payment, o.cost),
                                 (3, null, 'issuance', o.coin, -o.amount), (4, o.owner, 'spot_frozen', o.coin, o.amount))
                   as side (place, owner, kind, currency, amount)) legs,
         subscription_post('subscription.deliver', legs.refs, p_at, legs.owners, legs.kinds, legs.currencies,
           legs.amounts, legs.holds) post;
  orders := due.orders;
  users := due.owners || balances.users;
  perform outbox_append_many(users, array_fill('subscription'::text, array[orders])
    || array_fill('balance'::text, array[cardinality(balances.users)]), due.events || balances.payloads, p_at);
end
$$;
