-- Closes the key of a command that was refused when it was sent again: an earlier try that is still on its way, in another
-- process perhaps, then finds the key taken, and is refused. Waits for one that has claimed the key and runs.
--
-- Answers the reply of the command that has the key, done meanwhile; null: nothing was done under it, and nothing will be.
-- Its row is the claim of a command without a reply.
--
-- p_fingerprint: of the body under all keys of digests that are known, one behind the other, as keys change: an earlier try
-- may have its own under any of them.
--
-- Refusal: ID001 the key was used for another body.
--
-- Access: product
create or replace function idempotency_close(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz
) returns text
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  stored idempotent_command;
begin
  perform require_reached(p_at);
  insert into idempotent_command (user_id, route, key, fingerprint, reply, created_at)
  values (p_user, p_route, p_key, p_fingerprint, null, greatest(p_at, database_now(p_at)))
  on conflict (user_id, route, key) do nothing;
  select * into strict stored from idempotent_command c
   where c.user_id = p_user and c.route = p_route and c.key = p_key;
  if position(stored.fingerprint in p_fingerprint) = 0
    and position(substring(p_fingerprint for 32) in stored.fingerprint) = 0 then
    raise exception 'the key was used for another body' using errcode = 'ID001';
  end if;
  return stored.reply;
end
$$;
