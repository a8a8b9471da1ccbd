-- A whole transfer between two accounts of a user in one round trip: idempotency key, trading mode, record,
-- postings, events. p_amount is in the currency p_currency.
--
-- A repetition does nothing. Refusals: LG001, LG005, ID001.
--
-- Access: product
create or replace function wallet_transfer(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_from text, p_to text, p_currency integer, p_amount numeric
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  transfer wallet_transfer;
  posted record;
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  perform trading_assert_open(false);
  insert into wallet_transfer (user_id, currency_id, from_account, to_account, amount, at)
  values (p_user, p_currency, p_from, p_to, p_amount, p_at) returning * into transfer;
  posted := ledger_post('wallet.transfer', transfer.id::text, p_at, false, array[p_user, p_user], array[p_from, p_to],
    array[p_currency, p_currency], array[-p_amount, p_amount], array[null, null]::text[]);
  perform outbox_append_batch(p_user, array['transfer', 'balance', 'balance'], array[
    transfer_event(transfer),
    balance_event(false, p_from, p_currency, -p_amount, posted.balances[1]::numeric, posted.numbers[1],
      'wallet.transfer', posted.journal_id),
    balance_event(false, p_to, p_currency, p_amount, posted.balances[2]::numeric, posted.numbers[2],
      'wallet.transfer', posted.journal_id)], p_at);
end
$$;
