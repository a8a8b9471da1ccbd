-- Returns principal and income of orders whose last day is booked, one journal an order. Answers how many,
-- and whose events there are.
--
-- Access: product
create or replace function trust_complete(
  p_limit integer, p_at timestamptz, out orders integer, out users bigint[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  book record;
  balances record;
begin
  p_at := require_reached(p_at);
  orders := 0;
  users := '{}';
  for book in
    with due as (
      select o.id from trust_order o where o.status = 'custody' and o.accrued_days = o.term_days
       order by o.id limit p_limit for no key update skip locked),
    ended as (
      update trust_order o set status = 'completed', ended_at = p_at, version = version + 1
        from due where o.id = due.id returning o.*)
    select ended.demo, count(*)::integer as orders, array_agg(ended.id order by ended.id) as ids,
           array_agg(ended.user_id order by ended.id) as owners,
           array_agg(ended.currency_id order by ended.id) as currencies,
           array_agg((ended.principal + ended.income)::numeric order by ended.id) as amounts,
           array_agg(ended.product_id order by ended.id) as products,
           array_agg(ended.principal::numeric order by ended.id) as principals,
           array_agg(trust_event(ended.*::trust_order) order by ended.id) as events
      from ended group by ended.demo order by ended.demo
  loop
    select post.users, post.payloads into balances
      from (select array_agg(o.id::text order by o.id, side.kind desc) as refs,
                   array_agg(o.owner order by o.id, side.kind desc) as owners,
                   array_agg(side.kind order by o.id, side.kind desc) as kinds,
                   array_agg(o.currency order by o.id, side.kind desc) as currencies,
                   array_agg(o.amount * side.sign order by o.id, side.kind desc) as amounts,
                   array_agg(case when side.sign < 0 then concat('trust-order:', o.id) end
                     order by o.id, side.kind desc) as holds
              from unnest(book.ids, book.owners, book.currencies, book.amounts) as o (id, owner, currency, amount),
                   (values ('trust_frozen', -1), ('spot', 1)) as side (kind, sign)) legs,
           trust_post('trust.complete', legs.refs, p_at, book.demo, legs.owners, legs.kinds, legs.currencies,
             legs.amounts, legs.holds) post;
    update trust_quota q set in_custody = q.in_custody - freed.amount
      from (select o.product, sum(o.principal) as amount
              from unnest(book.products, book.principals) as o (product, principal) group by o.product) freed
     where q.product_id = freed.product and q.demo = book.demo;
    perform outbox_append_many(book.owners || balances.users,
      array_fill('trust'::text, array[book.orders])
        || array_fill('balance'::text, array[cardinality(balances.users)]),
      book.events || balances.payloads, p_at);
    users := users || book.owners;
    orders := orders + book.orders;
  end loop;
end
$$;
