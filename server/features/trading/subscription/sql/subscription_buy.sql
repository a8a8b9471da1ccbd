-- A whole purchase in one round trip: idempotency key, trading mode, offer, order, money, what is left, events.
-- p_amount is in the payment coin; what of it buys no coin is not taken.
--
-- A repetition does nothing. Refusals: SU001 no such offer, SU002 not sold now, SU003 fewer coins than one order
-- needs, SU004 more than one user may have (detail: how many are left for the user), SU005 sold out, SU006 fewer
-- are left (detail: how many), SU007 a user who is not verified, LG001, LG005, NW001, ID001, and those of
-- country_rule_assert and own_limits_assert.
--
-- Access: product
create or replace function subscription_buy(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_offer integer, p_amount numeric
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  now_at timestamptz;
  asked record;
  offer record;
  bought subscription_order;
  balances record;
  wanted numeric;
  unsold numeric;
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  perform trading_assert_open(false);
  perform required_reading_assert(p_user, p_at);
  perform country_rule_assert(p_user, 'subscription', null);
  -- By what is taken, not by what was offered for it; terms never change.
  select o.payment_currency_id as currency,
         subscription_cost(subscription_coins(p_amount, o.price, o.coin_scale), o.price, c.scale) as cost into asked
    from subscription_offer o join currency c on c.id = o.payment_currency_id where o.id = p_offer;
  perform own_limits_assert(p_user, false, asked.currency, asked.cost, p_at);
  -- One person with many accounts reserves nothing that others would have bought.
  if not exists (
    select from verification_case v where v.user_id = p_user and v.level = 'basic' and v.status = 'verified') then
    raise exception 'not verified' using errcode = 'SU007';
  end if;
  -- Held until the end, so that nobody buys of an offer that is launched or cancelled meanwhile.
  select o.*, c.scale as payment_scale into offer
    from subscription_offer o join currency c on c.id = o.payment_currency_id where o.id = p_offer for share of o;
  -- Only now, however long it was waited for.
  now_at := database_now(p_at);
  if offer.id is null then
    raise exception 'no such offer' using errcode = 'SU001';
  elsif offer.status <> 'open' or now_at < offer.starts_at or now_at >= offer.ends_at then
    raise exception 'not sold now' using errcode = 'SU002';
  end if;
  -- Only a look, so that latecomers wait for nobody.
  select q.total - q.sold into strict unsold from subscription_quota q where q.offer_id = offer.id;
  if unsold <= 0 then
    raise exception 'sold out' using errcode = 'SU005';
  end if;
  wanted := subscription_coins(p_amount, offer.price, offer.coin_scale);
  -- The last one may take what is left.
  if wanted <= 0 or (wanted < offer.minimum and wanted < unsold) then
    raise exception 'below the minimum' using errcode = 'SU003',
      detail = trim_scale(subscription_cost(least(offer.minimum, unsold), offer.price, offer.payment_scale))::text;
  end if;
  insert into subscription_order (user_id, offer_id, payment_currency_id, coin_scale, price, lock_days, yield_ratio,
    yield_source, coins, cost, expected_return, created_at)
  values (p_user, offer.id, offer.payment_currency_id, offer.coin_scale, offer.price, offer.lock_days, offer.yield_ratio,
    offer.yield_source, wanted, subscription_cost(wanted, offer.price, offer.payment_scale),
    subscription_return_of(wanted, offer.yield_ratio, offer.coin_scale), p_at)
  returning * into bought;
  select * into balances from subscription_post('subscription.buy', array_fill(bought.id::text, array[2]), p_at,
    array[p_user, p_user], array['spot', 'spot_frozen'], array_fill(offer.payment_currency_id, array[2]),
    array[-bought.cost, bought.cost], array[null, concat('subscription-order:', bought.id)]);
  insert into subscription_share as held (offer_id, user_id, maximum, coins)
  select offer.id, p_user, offer.maximum, wanted where wanted <= offer.maximum
  on conflict (offer_id, user_id) do update set coins = held.coins + excluded.coins
   where held.coins + excluded.coins <= held.maximum;
  if not found then
    raise exception 'more than one user may have' using errcode = 'SU004', detail = trim_scale(offer.maximum - coalesce(
      (select h.coins from subscription_share h where h.offer_id = offer.id and h.user_id = p_user), 0))::text;
  end if;
  -- Everybody who buys stands in line here, so it comes late.
  update subscription_quota q set sold = q.sold + wanted where q.offer_id = offer.id and q.sold + wanted <= q.total;
  if not found then
    select q.total - q.sold into strict unsold from subscription_quota q where q.offer_id = offer.id;
    if unsold > 0 then
      raise exception 'fewer are left' using errcode = 'SU006', detail = trim_scale(unsold)::text;
    end if;
    raise exception 'sold out' using errcode = 'SU005';
  end if;
  perform outbox_append_batch(p_user,
    array['subscription'] || array_fill('balance'::text, array[cardinality(balances.users)]),
    array[subscription_event(bought)] || balances.payloads, p_at);
end
$$;
