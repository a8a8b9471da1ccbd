-- Ends open orders whose date has come by the database's clock, at most so many, and releases what is frozen for them, one
-- journal an order. An order that somebody is at is left to the next round: whoever has it first decides. Works in
-- cancel-only. Answers how many, and whose events there are.
--
-- Access: worker
create or replace function spot_expire(
  p_limit integer, p_at timestamptz, out orders integer, out users bigint[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  due record;
  book record;
  balances record;
  payloads jsonb[] := '{}';
  kinds text[] := '{}';
begin
  p_at := require_reached(p_at);
  orders := 0;
  users := '{}';
  with locked as (
    select o.id, o.reserved from spot_order o where o.status = 'open' and o.expires_at <= database_now(p_at)
     order by o.expires_at, o.id limit p_limit for no key update skip locked),
  ended as (
    update spot_order o set status = 'cancelled', reason = 'expired', reserved = 0, updated_at = p_at, ended_at = p_at,
           version = version + 1
      from locked where o.id = locked.id returning o.*)
  select array_agg(o.id) as ids, array_agg(o.user_id) as owners, array_agg(o.demo) as demos,
         array_agg(case o.side when 'buy' then o.quote_currency_id else o.base_currency_id end) as currencies,
         array_agg(l.reserved::numeric) as amounts, array_agg(spot_order_event(o.*::spot_order)) as events
    into due from ended o join locked l on l.id = o.id;
  -- The accounts of both books before the first is changed.
  if due.ids is not null then
    perform ledger_lock_accounts(array_agg(leg.demo), array_agg(leg.owner), array_agg(leg.kind), array_agg(leg.currency))
       from (select distinct o.demo, o.owner, side.kind, o.currency
               from unnest(due.demos, due.owners, due.currencies) as o (demo, owner, currency),
                    lateral (values ('spot_frozen'), ('spot')) as side (kind)) leg;
  end if;
  for book in
    select o.demo, count(*)::integer as orders, array_agg(o.id order by o.id) as ids,
           array_agg(o.owner order by o.id) as owners, array_agg(o.currency order by o.id) as currencies,
           array_agg(o.amount order by o.id) as amounts, array_agg(o.event order by o.id) as events
      from unnest(due.ids, due.owners, due.currencies, due.demos, due.amounts, due.events)
             as o (id, owner, currency, demo, amount, event)
     group by o.demo order by o.demo
  loop
    select post.users, post.payloads into balances
      from (select array_agg(o.id::text order by o.id, side.kind desc) as refs,
                   array_agg(o.owner order by o.id, side.kind desc) as owners,
                   array_agg(side.kind order by o.id, side.kind desc) as kinds,
                   array_agg(o.currency order by o.id, side.kind desc) as currencies,
                   array_agg(side.amount order by o.id, side.kind desc) as amounts,
                   array_agg(case when side.amount < 0 then concat('spot-order:', o.id) end
                     order by o.id, side.kind desc) as holds
              from unnest(book.ids, book.owners, book.currencies, book.amounts) as o (id, owner, currency, amount),
                   lateral (values ('spot_frozen', -o.amount), ('spot', o.amount)) as side (kind, amount)) legs,
           spot_post('spot.release', legs.refs, p_at, book.demo, legs.owners, legs.kinds, legs.currencies,
             legs.amounts, legs.holds) post;
    users := users || book.owners || balances.users;
    kinds := kinds || array_fill('order'::text, array[book.orders])
      || array_fill('balance'::text, array[cardinality(balances.users)]);
    payloads := payloads || book.events || balances.payloads;
    orders := orders + book.orders;
  end loop;
  if orders > 0 then
    perform outbox_append_many(users, kinds, payloads, p_at);
  end if;
end
$$;
