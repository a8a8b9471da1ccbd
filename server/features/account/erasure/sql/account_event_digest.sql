-- What a seal covers of where an event came from and what it said: a digest over the event's own salt. Once the account is
-- erased the digest alone is there, and nobody finds out by trying what it was made of. What an event says of limits and
-- breaks is no secret: it stands in the open line (account_event_open), because the limits are held against it.
create or replace function account_event_digest(p_event account_security_event) returns bytea
language sql immutable
as $$
  select coalesce(p_event.digest, sha256(p_event.salt || convert_to(jsonb_build_array(
    case when account_event_open(p_event.kind) then '' else p_event.about end,
    p_event.ip, p_event.device, p_event.request)::text, 'UTF8')))
$$;
