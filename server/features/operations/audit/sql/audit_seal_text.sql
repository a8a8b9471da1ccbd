-- What the hash of a seal is over, beside the hash before it: the lines of its entries, and as one line more which events of
-- users it covers with the digest of theirs. The digest stands for the events: the chain can be followed without them.
-- A seal from before events were sealed has no such line.
create or replace function audit_seal_text(
  p_entries text, p_first_event bigint, p_last_event bigint, p_events_hash bytea
) returns text
language sql stable
as $$
  select concat_ws(chr(10), p_entries, case when p_events_hash is not null then
    jsonb_build_array('events', p_first_event, p_last_event, encode(p_events_hash, 'hex'))::text end)
$$;
