-- The payload of a `balance` event for a user's account as it stands. Call it after the posting and in its
-- transaction: the account is still locked, so its number is that posting's.
create or replace function balance_event_now(
  p_user bigint, p_account text, p_currency integer, p_demo boolean, p_delta numeric, p_reason text,
  p_journal bigint
) returns jsonb
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return (select balance_event(p_demo, p_account, p_currency, p_delta, a.balance, a.sequence, p_reason, p_journal)
            from ledger_account a
           where a.owner_key = p_user and a.kind = p_account and a.currency_id = p_currency and a.demo = p_demo
             and a.shard = 0);
end
$$;
