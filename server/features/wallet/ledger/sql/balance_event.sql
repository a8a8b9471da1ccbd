-- The payload of a `balance` event: what one posting moved on one account of a user, and the account's
-- balance and posting number after it. Amounts are decimal text in the account's currency.
--
-- Event: contract/event-fields.dto.ts BalanceFields
create or replace function balance_event(
  p_demo boolean, p_kind text, p_currency integer, p_delta numeric, p_after numeric, p_number bigint,
  p_reason text, p_journal bigint
) returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'entity', balance_entity(p_demo, p_kind, p_currency),
    'entityVersion', p_number, 'account', p_kind, 'currencyId', p_currency, 'delta', trim_scale(p_delta)::text,
    'after', trim_scale(p_after)::text, 'reason', p_reason, 'journalId', p_journal::text, 'demo', p_demo)
$$;
