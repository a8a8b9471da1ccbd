-- The payload of a `trust` event of an order as it stands.
--
-- Event: contract/event-fields.dto.ts TrustFields
create or replace function trust_event(o trust_order) returns jsonb
language sql stable
as $$
  select jsonb_build_object('entity', concat('trust-order:', o.id), 'entityVersion', o.version,
    'orderId', o.id::text, 'productId', o.product_id, 'currencyId', o.currency_id, 'demo', o.demo,
    'state', o.status, 'principal', trim_scale(o.principal)::text, 'income', trim_scale(o.income)::text,
    'penalty', trim_scale(o.penalty)::text, 'accruedDays', o.accrued_days)
$$;
