-- The payload of a `subscription` event of an order as it stands.
--
-- Event: contract/event-fields.dto.ts SubscriptionFields
create or replace function subscription_event(o subscription_order) returns jsonb
language sql stable
as $$
  select jsonb_build_object('entity', concat('subscription-order:', o.id), 'entityVersion', o.version,
    'orderId', o.id::text, 'offerId', o.offer_id, 'paymentCurrencyId', o.payment_currency_id,
    'coinCurrencyId', o.coin_currency_id, 'state', o.status, 'cost', trim_scale(o.cost)::text,
    'coins', trim_scale(o.coins)::text, 'expectedReturn', trim_scale(o.expected_return)::text,
    'releaseAt', (extract(epoch from o.release_at) * 1000)::bigint)
$$;
