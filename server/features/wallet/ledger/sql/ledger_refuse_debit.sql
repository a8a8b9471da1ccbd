-- Raises LG001, insufficient balance, and names the account.
create or replace function ledger_refuse_debit(p_owner bigint, p_kind text, p_currency integer) returns void
language plpgsql
as $$
begin
  raise exception 'insufficient balance' using errcode = 'LG001',
    detail = jsonb_build_object('owner', p_owner::text, 'kind', p_kind, 'currencyId', p_currency)::text;
end
$$;
