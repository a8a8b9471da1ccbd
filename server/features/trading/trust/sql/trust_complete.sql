-- Returns principal and income of orders whose last day is booked to the accounts that paid for them, each its
-- share, one journal an order. Answers how many,
-- and whose events there are.
--
-- p_only: of these alone; null: of all orders.
--
-- Access: worker
create or replace function trust_complete(
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
  book record;
  balances record;
  kinds text[] := '{}'::text[];
  payloads jsonb[] := '{}'::jsonb[];
begin
  p_at := require_reached(p_at);
  orders := 0;
  users := '{}';
  with locked as (
    select o.id from trust_order o where o.status = 'custody' and o.accrued_days = o.term_days
       and (p_only is null or o.id = any (p_only))
     order by o.id limit p_limit for no key update skip locked),
  ended as (
    update trust_order o set status = 'completed', ended_at = p_at, version = version + 1
      from locked where o.id = locked.id returning o.*)
  select array_agg(ended.id) as ids, array_agg(ended.user_id) as owners, array_agg(ended.currency_id) as currencies,
         array_agg(ended.demo) as demos, array_agg((ended.principal + ended.income)::numeric) as amounts,
         array_agg(trust_share(ended.*::trust_order, ended.principal + ended.income)) as shares,
         array_agg(ended.product_id) as products, array_agg(ended.principal::numeric) as principals,
         array_agg(trust_event(ended.*::trust_order)) as events
    into due from ended;
  -- The accounts of both books before the first is changed, then the quotas of both.
  if due.ids is not null then
    perform ledger_lock_accounts(array_agg(leg.demo), array_agg(leg.owner), array_agg(leg.kind), array_agg(leg.currency))
       from (select distinct o.demo, o.owner, side.kind, o.currency
               from unnest(due.demos, due.owners, due.currencies, due.amounts, due.shares)
                      as o (demo, owner, currency, amount, share),
                    lateral (values ('trust_frozen', o.amount), ('trust', o.share), ('spot', o.amount - o.share))
                      as side (kind, amount)
              where side.amount > 0) leg;
    perform from (
      select from trust_quota q
       where (q.product_id, q.demo) in (select * from unnest(due.products, due.demos))
       order by q.product_id, q.demo for no key update) quotas;
  end if;
  for book in
    select o.demo, count(*)::integer as orders, array_agg(o.id order by o.id) as ids,
           array_agg(o.owner order by o.id) as owners, array_agg(o.currency order by o.id) as currencies,
           array_agg(o.amount order by o.id) as amounts, array_agg(o.share order by o.id) as shares,
           array_agg(o.product order by o.id) as products,
           array_agg(o.principal order by o.id) as principals, array_agg(o.event order by o.id) as events
      from unnest(due.ids, due.owners, due.currencies, due.demos, due.amounts, due.shares, due.products, due.principals,
             due.events) as o (id, owner, currency, demo, amount, share, product, principal, event)
     group by o.demo order by o.demo
  loop
    select post.users, post.payloads into balances
      from (select array_agg(o.id::text order by o.id, side.kind desc) as refs,
                   array_agg(o.owner order by o.id, side.kind desc) as owners,
                   array_agg(side.kind order by o.id, side.kind desc) as kinds,
                   array_agg(o.currency order by o.id, side.kind desc) as currencies,
                   array_agg(side.amount order by o.id, side.kind desc) as amounts,
                   array_agg(case when side.amount < 0 then concat('trust-order:', o.id) end
                     order by o.id, side.kind desc) as holds
              from unnest(book.ids, book.owners, book.currencies, book.amounts, book.shares)
                     as o (id, owner, currency, amount, share),
                   lateral (values ('trust_frozen', -o.amount), ('trust', o.share), ('spot', o.amount - o.share))
                     as side (kind, amount)
             where side.amount <> 0) legs,
           trust_post('trust.complete', legs.refs, p_at, book.demo, legs.owners, legs.kinds, legs.currencies,
             legs.amounts, legs.holds) post;
    update trust_quota q set in_custody = q.in_custody - freed.amount
      from (select o.product, sum(o.principal) as amount
              from unnest(book.products, book.principals) as o (product, principal) group by o.product) freed
     where q.product_id = freed.product and q.demo = book.demo;
    users := users || book.owners || balances.users;
    kinds := kinds || array_fill('trust'::text, array[book.orders])
      || array_fill('balance'::text, array[cardinality(balances.users)]);
    payloads := payloads || book.events || balances.payloads;
    orders := orders + book.orders;
  end loop;
  if orders > 0 then
    perform outbox_append_many(users, kinds, payloads, p_at);
  end if;
end
$$;
