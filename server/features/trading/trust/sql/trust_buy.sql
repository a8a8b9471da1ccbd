-- A whole purchase in one round trip: idempotency key, trading mode, quota, order, money, events. p_amount is
-- in the product's currency. It is paid from the trust account as far as that goes, and from the spot account beyond.
-- p_agreed: whether the user agreed to the terms; null where the client does not say. p_worst_daily_ratio: the interest of
-- a day that the user was shown; null: any.
--
-- A repetition does nothing. Refusals: TR001 no such product on offer, TR002 below the minimum (trust_least), TR003
-- above the maximum, TR004 the quota is used up, TR010 a lower interest than was shown, LG001, LG005, NW001, ID001, and
-- those of country_rule_assert and own_limits_assert.
--
-- Access: product
create or replace function trust_buy(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_product integer, p_demo boolean, p_amount numeric, p_agreed boolean default null,
  p_worst_daily_ratio numeric default null
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  product record;
  bought trust_order;
  in_trust numeric := 0;
  balances record;
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  perform trading_assert_open(p_demo);
  perform required_reading_assert(p_user, p_at);
  perform country_rule_assert(p_user, 'trust', null);
  perform own_limits_assert(p_user, p_demo, (select p.currency_id from trust_product p where p.id = p_product), p_amount,
    p_at);
  select p.*, currency.scale, trust_least(p.minimum, p.daily_ratio, currency.scale) as least into product
    from trust_product p join currency on currency.id = p.currency_id where p.id = p_product and p.enabled;
  if not found then
    raise exception 'no such product on offer' using errcode = 'TR001';
  elsif product.daily_ratio < p_worst_daily_ratio then
    raise exception 'a lower interest than was shown' using errcode = 'TR010',
      detail = trim_scale(product.daily_ratio)::text;
  elsif p_amount < product.least then
    raise exception 'below the minimum' using errcode = 'TR002', detail = trim_scale(product.least)::text;
  elsif p_amount > product.maximum then
    raise exception 'above the maximum' using errcode = 'TR003', detail = trim_scale(product.maximum)::text;
  end if;
  -- Most have nothing there, and nothing is locked or opened for them.
  if exists (select from ledger_account a where a.owner_key = p_user and a.kind = 'trust' and a.demo = p_demo
               and a.currency_id = product.currency_id and a.shard = 0 and a.balance > 0) then
    perform ledger_lock_accounts(array_fill(p_demo, array[3]), array_fill(p_user, array[3]),
      array['spot', 'trust', 'trust_frozen'], array_fill(product.currency_id, array[3]));
    select least(a.balance, p_amount) into in_trust from ledger_account a
     where a.owner_key = p_user and a.kind = 'trust' and a.demo = p_demo and a.currency_id = product.currency_id
       and a.shard = 0;
  end if;
  insert into trust_order (user_id, product_id, currency_id, demo, principal, from_trust, scale, daily_ratio, term_days,
    redemption_rule, redemption_ratio, penalty_capped, daily_interest, start_day, created_at, agreed_at)
  values (p_user, product.id, product.currency_id, p_demo, p_amount, in_trust, product.scale, product.daily_ratio,
    product.term_days, product.redemption_rule, product.redemption_ratio, product.penalty_capped,
    trust_daily_interest(p_amount, product.daily_ratio, product.scale),
    (database_now(p_at) at time zone 'UTC')::date, p_at, case when p_agreed then p_at end)
  returning * into bought;
  select post.* into balances
    from (select array_agg(leg.kind) as kinds, array_agg(leg.amount) as amounts, array_agg(leg.hold) as holds,
                 count(*)::integer as legs
            from (values ('spot', in_trust - p_amount, null), ('trust', -in_trust, null),
                         ('trust_frozen', p_amount, concat('trust-order:', bought.id))) as leg (kind, amount, hold)
           where leg.amount <> 0) legs,
         trust_post('trust.buy', array_fill(bought.id::text, array[legs.legs]), p_at, p_demo,
           array_fill(p_user, array[legs.legs]), legs.kinds, array_fill(product.currency_id, array[legs.legs]),
           legs.amounts, legs.holds) post;
  -- Everybody who buys stands in line here, so it comes late.
  insert into trust_quota as used (product_id, demo, in_custody) values (product.id, p_demo, p_amount)
  on conflict (product_id, demo) do update set in_custody = used.in_custody + excluded.in_custody
   where product.quota is null or used.in_custody + excluded.in_custody <= product.quota;
  if not found or p_amount > product.quota then
    raise exception 'the quota is used up' using errcode = 'TR004';
  end if;
  perform outbox_append_batch(p_user, array['trust'] || array_fill('balance'::text, array[cardinality(balances.users)]),
    array[trust_event(bought)] || balances.payloads, p_at);
end
$$;
