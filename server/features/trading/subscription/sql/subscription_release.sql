-- Coins whose lock-up is over at p_at are free, with the return that the order was bought with, and their owners
-- find a notice. One journal an order; several calls may run at once and be killed at any instant. Answers how
-- many, and whose events there are.
--
-- p_only: of these alone; null: of all orders.
--
-- Access: worker
create or replace function subscription_release(
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
  notices jsonb[];
begin
  p_at := require_reached(p_at);
  orders := 0;
  users := '{}';
  with locked as (
    select o.id from subscription_order o where o.status = 'locked' and o.release_at <= p_at
       and (p_only is null or o.id = any (p_only))
     order by o.release_at, o.id limit p_limit for no key update skip locked),
  freed as (
    update subscription_order o set status = 'released', ended_at = p_at, version = version + 1
      from locked where o.id = locked.id returning o.*)
  select count(*)::integer as orders, array_agg(o.id order by o.id) as ids, array_agg(o.user_id order by o.id) as owners,
         array_agg(o.coin_currency_id order by o.id) as currencies, array_agg(o.coins::numeric order by o.id) as coins,
         array_agg(o.expected_return::numeric order by o.id) as returns,
         array_agg(case o.yield_source when 'house' then 'interest_expense' else 'issuance' end order by o.id) as sources,
         array_agg(subscription_event(o.*::subscription_order) order by o.id) as events
    into due from freed o;
  if due.orders = 0 then
    return;
  end if;
  select post.* into balances
    from (select array_agg(o.id::text order by o.id, side.place) as refs,
                 array_agg(side.owner order by o.id, side.place) as owners,
                 array_agg(side.kind order by o.id, side.place) as kinds,
                 array_agg(o.currency order by o.id, side.place) as currencies,
                 array_agg(side.amount order by o.id, side.place) as amounts,
                 array_agg(case when side.place = 1 then concat('subscription-order:', o.id) end
                   order by o.id, side.place) as holds
            from unnest(due.ids, due.owners, due.currencies, due.coins, due.returns, due.sources)
                   as o (id, owner, currency, coins, earned, source),
                 lateral (values (1, o.owner, 'spot_frozen', -o.coins), (2, null, o.source, -o.earned),
                                 (3, o.owner, 'spot', o.coins + o.earned)) as side (place, owner, kind, amount)
           where side.amount <> 0) legs,
         subscription_post('subscription.release', legs.refs, p_at, legs.owners, legs.kinds, legs.currencies,
           legs.amounts, legs.holds) post;
  -- Before the notices have their numbers: a user's are committed in the order of these.
  perform outbox_hold(due.owners || balances.users);
  with note as (
    insert into account_notice (user_id, kind, parameters, at)
    select o.owner, 'subscription-released',
           jsonb_build_object('amount', trim_scale(o.coins + o.earned)::text, 'coin', c.code), p_at
      from unnest(due.ids, due.owners, due.currencies, due.coins, due.returns) as o (id, owner, currency, coins, earned)
      join currency c on c.id = o.currency
     order by o.id
    returning id, user_id, kind, parameters)
  select array_agg(note.user_id order by note.id) || balances.users,
         array_agg(notice_event(note.id, note.kind, note.parameters) order by note.id) || balances.payloads
    into users, notices from note;
  orders := due.orders;
  users := due.owners || users;
  perform outbox_append_many(users, array_fill('subscription'::text, array[orders])
    || array_fill('notice'::text, array[orders]) || array_fill('balance'::text, array[cardinality(balances.users)]),
    due.events || notices, p_at);
end
$$;
