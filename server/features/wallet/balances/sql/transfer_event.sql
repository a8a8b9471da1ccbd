-- The payload of a `transfer` event: money that its user moved between two accounts.
--
-- Event: contract/event-fields.dto.ts TransferFields
create or replace function transfer_event(t wallet_transfer) returns jsonb
language sql stable
as $$
  select jsonb_build_object('entity', concat('transfer:', t.id), 'entityVersion', 1, 'transferId', t.id::text,
    'currencyId', t.currency_id, 'amount', trim_scale(t.amount)::text, 'from', t.from_account, 'to', t.to_account)
$$;
