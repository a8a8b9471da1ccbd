-- The payload of a `balance` event right after a posting, for real or demo money; null when nothing was
-- moved.
create or replace function futures_balance_event(
  p_user bigint, p_account text, p_currency integer, p_demo boolean, p_delta numeric, p_reason text,
  p_journal bigint
) returns jsonb
language plpgsql stable
as $$
begin
  return case when p_delta <> 0
    then balance_event_now(p_user, p_account, p_currency, p_demo, p_delta, p_reason, p_journal) end;
end
$$;
