-- Where a seller was paid, after the account was erased whose that was (otc_payment_owner).
create or replace function otc_payment_erased(p_payment jsonb) returns jsonb
language sql immutable
as $$
  select jsonb_build_object('id', p_payment->>'id', 'account', '-', 'bank', '', 'branch', '', 'place', '')
$$;
