-- Takes a command's key for the running transaction (claimed), or answers what the command with this key
-- replied. A duplicate that arrives while the first one runs waits for it. With a window, in seconds, the key
-- is free again after that time, counted from when the key was taken: a command that waited for its turn is not
-- older than one that came while it waited. The reply is JSON without words for the user, null where there is none; a
-- command that knows it beforehand passes it here and needs no idempotency_complete.
--
-- Refusals: ID001 the key was used for another body, ID002 the command was refused when it was sent again, and its key is
-- closed (idempotency_close). Closed is the command, key and body: another body under the same key is another command. The
-- row of a closed key has the body's fingerprints under all keys of digests, one behind the other.
create or replace function idempotency_claim(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_reply text, out claimed boolean, out reply text
)
language plpgsql
set enable_seqscan = off
as $$
declare
  stored idempotent_command;
  before timestamptz;
begin
  perform require_reached(p_at);
  if p_window_seconds is not null then
    select c.created_at into before from idempotent_command c
     where c.user_id = p_user and c.route = p_route and c.key = p_key;
  end if;
  insert into idempotent_command as c (user_id, route, key, fingerprint, reply, created_at)
  values (p_user, p_route, p_key, p_fingerprint, p_reply, greatest(p_at, database_now(p_at)))
  on conflict (user_id, route, key) do update
     set fingerprint = excluded.fingerprint, reply = excluded.reply, created_at = excluded.created_at
   where c.created_at <= p_at - p_window_seconds * interval '1 second'
     -- What ended while this one waited for it is the same press.
     and c.created_at is not distinct from before
     -- Closed for another body: nothing was done under it, and what was closed finds the key used from here on.
     or c.reply is null and position(excluded.fingerprint in c.fingerprint) = 0;
  claimed := found;
  if claimed then
    reply := p_reply;
    return;
  end if;
  select * into strict stored from idempotent_command c
   where c.user_id = p_user and c.route = p_route and c.key = p_key;
  if position(p_fingerprint in stored.fingerprint) = 0 then
    raise exception 'the key was used for another body' using errcode = 'ID001';
  end if;
  if stored.reply is null then
    raise exception 'the key is closed' using errcode = 'ID002';
  end if;
  reply := stored.reply;
end
$$;
