-- Books one day of interest, if that day is over at p_at, for each of the next orders that lack one, oldest day
-- first: one journal with a line for each order. Several calls may run at once and be killed at any instant: rows
-- are locked, and an order's day is a primary key. Answers how many orders, and whose events there are.
--
-- p_only: of these alone; null: of all orders.
--
-- Access: worker
create or replace function trust_accrue(
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
  batch bigint;
  balances record;
  payloads jsonb[] := '{}'::jsonb[];
begin
  p_at := require_reached(p_at);
  orders := 0;
  users := '{}';
  select array_agg(o.id) as ids, array_agg(o.user_id) as owners, array_agg(o.currency_id) as currencies,
         array_agg(o.demo) as demos, array_agg(o.daily_interest::numeric) as amounts, array_agg(o.next_day) as days
    into due
    from (select o.id, o.user_id, o.currency_id, o.demo, o.daily_interest, o.next_day
            from trust_order o
           where o.next_day < (p_at at time zone 'UTC')::date and (p_only is null or o.id = any (p_only))
           order by o.next_day, o.id limit p_limit for no key update skip locked) o;
  -- The accounts of both books before the first is changed.
  if true = any (due.demos) and false = any (due.demos) then
    perform ledger_lock_accounts(array_agg(leg.demo), array_agg(leg.owner), array_agg(leg.kind), array_agg(leg.currency))
       from (select distinct o.demo, side.owner, side.kind, o.currency
               from unnest(due.demos, due.owners, due.currencies, due.amounts) as o (demo, owner, currency, amount),
                    lateral (values (o.owner, 'trust_frozen'), (null, 'interest_expense')) as side (owner, kind)
              where o.amount > 0) leg;
  end if;
  for book in
    select o.demo, count(*)::integer as orders, array_agg(o.id order by o.id) as ids,
           array_agg(o.owner order by o.id) as owners, array_agg(o.currency order by o.id) as currencies,
           array_agg(o.amount order by o.id) as amounts, array_agg(o.day order by o.id) as days
      from unnest(due.ids, due.owners, due.currencies, due.demos, due.amounts, due.days)
        as o (id, owner, currency, demo, amount, day)
     group by o.demo order by o.demo
  loop
    insert into trust_accrual_batch (demo, orders, at, booked_at)
    values (book.demo, book.orders, p_at, database_now(p_at)) returning id into batch;
    insert into trust_accrual (order_id, day, amount, batch_id)
    select o.id, o.day, o.amount, batch from unnest(book.ids, book.days, book.amounts) as o (id, day, amount);
    update trust_order set accrued_days = accrued_days + 1, income = income + daily_interest, version = version + 1
     where id = any (book.ids);
    with leg as (
      select 1 as part, o.id, o.owner, 'trust_frozen' as kind, o.currency, o.amount, concat('trust-order:', o.id) as hold
        from unnest(book.ids, book.owners, book.currencies, book.amounts) as o (id, owner, currency, amount)
       where o.amount > 0
      union all
      select 2, 0, null, 'interest_expense', o.currency, -sum(o.amount), null
        from unnest(book.currencies, book.amounts) as o (currency, amount)
       where o.amount > 0 group by o.currency)
    select post.users, post.payloads into balances
      from (select array_agg(leg.owner order by part, id) as owners, array_agg(leg.kind order by part, id) as kinds,
                   array_agg(leg.currency order by part, id) as currencies,
                   array_agg(leg.amount order by part, id) as amounts, array_agg(leg.hold order by part, id) as holds,
                   array_agg(batch::text) as refs
              from leg) legs,
           trust_post('trust.interest', legs.refs, p_at, book.demo, legs.owners, legs.kinds, legs.currencies,
             legs.amounts, legs.holds) post
     where legs.owners is not null;
    users := users || coalesce(balances.users, '{}');
    payloads := payloads || coalesce(balances.payloads, '{}');
    orders := orders + book.orders;
  end loop;
  if cardinality(users) > 0 then
    perform outbox_append_many(users, array_fill('balance'::text, array[cardinality(users)]), payloads, p_at);
  end if;
end
$$;
