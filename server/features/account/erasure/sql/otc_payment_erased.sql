-- Where a seller was paid, after the seller's account was erased.
create or replace function otc_payment_erased(p_payment jsonb) returns jsonb
language sql immutable
as $$
  select jsonb_build_object('id', p_payment->>'id', 'account', '-', 'bank', '', 'branch', '', 'place', '')
$$;
