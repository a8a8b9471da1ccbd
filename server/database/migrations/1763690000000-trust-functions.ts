const SETTINGS = 'security definer set search_path = public, pg_temp set enable_seqscan = off';
/** A sweep of ten orders and one of ten thousand want different plans. */
const SWEEP = `${SETTINGS} set plan_cache_mode = force_custom_plan`;

/**
 * The stored functions of trust products. SQLSTATEs: TR001 no such product on offer, TR002 below the minimum, TR003 above
 * the maximum, TR004 the quota is used up, TR005 no such order, TR006 the order is not in custody any more, TR007 its
 * interest has moved on since the quote; those of the ledger and of the idempotent commands pass through.
 *
 * Everybody locks orders first and accounts afterwards; sweeps skip orders that somebody has.
 */
export const TRUST_FUNCTIONS = [
  /** What an event says of an order as it stands. */
  `create function trust_event(o trust_order) returns jsonb language sql stable as $$
     select jsonb_build_object('entity', concat('trust-order:', o.id), 'entityVersion', o.version,
       'orderId', o.id::text, 'productId', o.product_id, 'currencyId', o.currency_id, 'demo', o.demo,
       'state', o.status, 'principal', trim_scale(o.principal)::text, 'income', trim_scale(o.income)::text,
       'penalty', trim_scale(o.penalty)::text, 'accruedDays', o.accrued_days)
   $$`,
  /** A \`balance\` event from what a batch answered of an account. */
  `create function trust_balance_event(p_demo boolean, p_kind text, p_currency integer, p_delta numeric, p_after numeric,
     p_number bigint, p_reason text, p_journal bigint) returns jsonb language sql immutable as $$
     select jsonb_build_object(
       'entity', concat(case when p_demo then 'demo-balance:' else 'balance:' end, p_kind, ':', p_currency),
       'entityVersion', p_number, 'account', p_kind, 'currencyId', p_currency, 'delta', trim_scale(p_delta)::text,
       'after', trim_scale(p_after)::text, 'reason', p_reason, 'journalId', p_journal::text, 'demo', p_demo)
   $$`,
  /** Posts the journals of some orders, and answers the events of the accounts: one for each account. */
  `create function trust_post(p_reason text, p_references text[], p_at timestamptz, p_demo boolean, p_owners bigint[],
     p_kinds text[], p_currencies integer[], p_amounts numeric[], p_holds text[],
     out users bigint[], out payloads jsonb[]) language plpgsql ${SWEEP} as $$
   declare
     posted record;
   begin
     select * into posted
       from ledger_post_batch(p_reason, p_at, p_demo, p_references, p_owners, p_kinds, p_currencies, p_amounts, p_holds);
     if cardinality(posted.replayed) > 0 then
       raise exception '% % stands in the books already', p_reason, posted.replayed[1] using errcode = 'LG003';
     end if;
     select array_agg(a.owner_id order by a.position),
            array_agg(trust_balance_event(p_demo, a.kind, a.currency_id, a.delta, a.after, a.number, p_reason,
              posted.journal_ids[1]) order by a.position)
       into users, payloads
       from unnest(posted.owners, posted.kinds, posted.currencies, posted.deltas, posted.afters, posted.numbers)
         with ordinality as a (owner_id, kind, currency_id, delta, after, number, position)
      where a.delta <> 0;
   end $$`,
  /** Buys: key, mode of the product, quota, order, money, events, in one round trip. Answers the reply. */
  `create function trust_buy(
     p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
     p_reply text, p_product integer, p_demo boolean, p_amount numeric)
   returns text language plpgsql ${SETTINGS} as $$
   declare
     claim record;
     product record;
     bought trust_order;
     balances record;
   begin
     select c.claimed, c.reply into claim
       from idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, p_reply) c;
     if not claim.claimed then
       return claim.reply;
     end if;
     perform trading_assert_open();
     select p.*, currency.scale into product
       from trust_product p join currency on currency.id = p.currency_id where p.id = p_product and p.enabled;
     if not found then
       raise exception 'no such product on offer' using errcode = 'TR001';
     elsif p_amount < product.minimum then
       raise exception 'below the minimum' using errcode = 'TR002', detail = trim_scale(product.minimum)::text;
     elsif p_amount > product.maximum then
       raise exception 'above the maximum' using errcode = 'TR003', detail = trim_scale(product.maximum)::text;
     end if;
     insert into trust_order (user_id, product_id, currency_id, demo, principal, scale, daily_ratio, term_days,
       redemption_rule, redemption_ratio, penalty_capped, daily_interest, start_day, created_at)
     values (p_user, product.id, product.currency_id, p_demo, p_amount, product.scale, product.daily_ratio,
       product.term_days, product.redemption_rule, product.redemption_ratio, product.penalty_capped,
       trunc(p_amount * product.daily_ratio, product.scale), (p_at at time zone 'UTC')::date, p_at)
     returning * into bought;
     select * into balances from trust_post('trust.buy', array_fill(bought.id::text, array[2]), p_at, p_demo,
       array[p_user, p_user], array['spot', 'trust_frozen'], array_fill(product.currency_id, array[2]),
       array[-p_amount, p_amount], array[null, concat('trust-order:', bought.id)]);
     -- Everybody who buys stands in line here, so it comes late.
     insert into trust_quota as used (product_id, demo, in_custody) values (product.id, p_demo, p_amount)
     on conflict (product_id, demo) do update set in_custody = used.in_custody + excluded.in_custody
      where product.quota is null or used.in_custody + excluded.in_custody <= product.quota;
     if not found or p_amount > product.quota then
       raise exception 'the quota is used up' using errcode = 'TR004';
     end if;
     perform outbox_append_batch(p_user, array['trust'] || array_fill('balance'::text, array[cardinality(balances.users)]),
       array[trust_event(bought)] || balances.payloads, p_at);
     return claim.reply;
   end $$`,
  /** Breaks an order off at the penalty that its rule makes after so many days of interest. Answers the reply. */
  `create function trust_redeem(
     p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
     p_reply text, p_order bigint, p_accrued_days integer, p_penalty numeric)
   returns text language plpgsql ${SETTINGS} as $$
   declare
     claim record;
     o trust_order;
     balances record;
   begin
     select c.claimed, c.reply into claim
       from idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, p_reply) c;
     if not claim.claimed then
       return claim.reply;
     end if;
     select * into o from trust_order where id = p_order and user_id = p_user for no key update;
     if not found then
       raise exception 'no such order' using errcode = 'TR005';
     elsif o.status <> 'custody' then
       raise exception 'not in custody any more' using errcode = 'TR006';
     elsif o.accrued_days <> p_accrued_days or o.accrued_days = o.term_days
       or (o.next_day is not null and o.next_day <= (p_at at time zone 'UTC')::date) then
       raise exception 'interest has moved on' using errcode = 'TR007';
     end if;
     update trust_order set status = 'redeemed', penalty = p_penalty, ended_at = p_at, version = version + 1
      where id = o.id returning * into o;
     select * into balances from (
       select post.* from (
         select array_agg(leg.owner) as owners, array_agg(leg.kind) as kinds, array_agg(leg.amount) as amounts,
                array_agg(leg.hold) as holds, count(*)::integer as legs
           from (values (p_user, 'trust_frozen', -(o.principal + o.income), concat('trust-order:', o.id)),
                        (p_user, 'spot', o.principal + o.income - p_penalty, null),
                        (null, 'penalty', p_penalty, null)) as leg (owner, kind, amount, hold)
          where leg.amount <> 0) legs,
         trust_post('trust.redeem', array_fill(o.id::text, array[legs.legs]), p_at, o.demo, legs.owners, legs.kinds,
           array_fill(o.currency_id, array[legs.legs]), legs.amounts, legs.holds) post) done;
     update trust_quota set in_custody = in_custody - o.principal where product_id = o.product_id and demo = o.demo;
     perform outbox_append_batch(p_user, array['trust'] || array_fill('balance'::text, array[cardinality(balances.users)]),
       array[trust_event(o)] || balances.payloads, p_at);
     return claim.reply;
   end $$`,
  /**
   * Books one day of interest for each of the next orders that lack one, oldest day first; answers how many, and whose
   * events there are. One journal, with a line for each order. Several may run at once and at any instant be killed: an
   * order's row is locked, and its day is a primary key.
   */
  `create function trust_accrue(p_today date, p_limit integer, p_at timestamptz, out orders integer, out users bigint[])
   language plpgsql ${SWEEP} as $$
   declare
     book record;
     batch bigint;
     balances record;
   begin
     orders := 0;
     users := '{}';
     for book in
       with due as (
         select o.id, o.user_id, o.currency_id, o.demo, o.daily_interest, o.next_day
           from trust_order o
          where o.next_day <= p_today order by o.next_day, o.id limit p_limit for no key update skip locked)
       select due.demo, count(*)::integer as orders, array_agg(due.id order by due.id) as ids,
              array_agg(due.user_id order by due.id) as owners, array_agg(due.currency_id order by due.id) as currencies,
              array_agg(due.daily_interest::numeric order by due.id) as amounts,
              array_agg(due.next_day order by due.id) as days
         from due group by due.demo order by due.demo
     loop
       insert into trust_accrual_batch (demo, orders, at) values (book.demo, book.orders, p_at) returning id into batch;
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
       if cardinality(balances.users) > 0 then
         perform outbox_append_many(balances.users, array_fill('balance'::text, array[cardinality(balances.users)]),
           balances.payloads, p_at);
         users := users || balances.users;
       end if;
       orders := orders + book.orders;
     end loop;
   end $$`,
  /** Gives principal and income of orders back whose last day is booked; a journal for each. Answers as trust_accrue. */
  `create function trust_complete(p_limit integer, p_at timestamptz, out orders integer, out users bigint[])
   language plpgsql ${SWEEP} as $$
   declare
     book record;
     balances record;
   begin
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
   end $$`,
  `revoke all on function trust_buy, trust_redeem, trust_accrue, trust_complete, trust_post from public`,
  `do $$
   begin
     if exists (select from pg_roles where rolname = 'gateway_app') then
       grant execute on function trust_buy, trust_redeem, trust_accrue, trust_complete to gateway_app;
     end if;
   end $$`,
];
