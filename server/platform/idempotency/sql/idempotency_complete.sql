-- Stores the reply of a claimed command, in the command's own transaction.
create or replace function idempotency_complete(
  p_user bigint, p_route text, p_key text, p_reply text
) returns void
language plpgsql
set enable_seqscan = off
as $$
begin
  update idempotent_command set reply = p_reply where user_id = p_user and route = p_route and key = p_key;
end
$$;
