-- Redeems an order early, at the penalty that its rule gives after p_accrued_days of interest. The accounts that
-- paid for it get their shares of what is left. Everybody
-- locks orders first and accounts afterwards.
--
-- A repetition does nothing. Refusals: TR005 no such order, TR006 not in custody any more, TR007 the interest
-- has moved on since the quote, TR008 not what the order's rule says it costs, TR011 the interest of a day that is over is
-- not booked yet, ID001.
--
-- Access: product
create or replace function trust_redeem(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_order bigint, p_accrued_days integer, p_penalty numeric
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  o trust_order;
  to_trust numeric;
  balances record;
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  select * into o from trust_order where id = p_order and user_id = p_user for no key update;
  if not found then
    raise exception 'no such order' using errcode = 'TR005';
  elsif o.status <> 'custody' then
    raise exception 'not in custody any more' using errcode = 'TR006';
  elsif o.accrued_days <> p_accrued_days or o.accrued_days = o.term_days then
    raise exception 'interest has moved on' using errcode = 'TR007';
  elsif o.next_day < (database_now(p_at) at time zone 'UTC')::date then
    raise exception 'interest of a day that is over is not booked yet' using errcode = 'TR011';
  elsif p_penalty is distinct from trust_penalty(o) then
    raise exception 'not the penalty of the order''s own rule' using errcode = 'TR008';
  end if;
  update trust_order set status = 'redeemed', penalty = p_penalty, ended_at = p_at, version = version + 1
   where id = o.id returning * into o;
  to_trust := trust_share(o, o.principal + o.income - p_penalty);
  select * into balances from (
    select post.* from (
      select array_agg(leg.owner) as owners, array_agg(leg.kind) as kinds, array_agg(leg.amount) as amounts,
             array_agg(leg.hold) as holds, count(*)::integer as legs
        from (values (p_user, 'trust_frozen', -(o.principal + o.income), concat('trust-order:', o.id)),
                     (p_user, 'spot', o.principal + o.income - p_penalty - to_trust, null),
                     (p_user, 'trust', to_trust, null),
                     (null, 'penalty', p_penalty, null)) as leg (owner, kind, amount, hold)
       where leg.amount <> 0) legs,
      trust_post('trust.redeem', array_fill(o.id::text, array[legs.legs]), p_at, o.demo, legs.owners, legs.kinds,
        array_fill(o.currency_id, array[legs.legs]), legs.amounts, legs.holds) post) done;
  update trust_quota set in_custody = in_custody - o.principal where product_id = o.product_id and demo = o.demo;
  perform outbox_append_batch(p_user, array['trust'] || array_fill('balance'::text, array[cardinality(balances.users)]),
    array[trust_event(o)] || balances.payloads, p_at);
end
$$;
