-- Seals the entries and the events of users after the last seal, at most ten thousand of each and none above p_upto and
-- p_upto_event. False when nothing is left to seal. An advisory lock lets one sealer work at a time. A sealer of a version
-- before this one names no event, and seals none.
create or replace function audit_seal_next(
  p_upto bigint, p_at timestamptz, p_upto_event bigint default 0
) returns boolean
language plpgsql
as $$
declare
  previous audit_seal;
  made audit_seal;
  entries text;
begin
  p_at := require_reached(p_at);
  perform pg_advisory_xact_lock(hashtext('audit-seal'));
  select * into previous from audit_seal order by id desc limit 1;
  made.first_entry := coalesce(previous.last_entry, 0) + 1;
  made.first_event := coalesce(previous.last_event, 0) + 1;
  select coalesce(max(page.id), made.first_entry - 1) into made.last_entry from (
    select e.id from audit_entry e where e.id between made.first_entry and p_upto order by e.id limit 10000) page;
  select coalesce(max(page.id), made.first_event - 1) into made.last_event from (
    select e.id from account_security_event e where e.id between made.first_event and p_upto_event
     order by e.id limit 10000) page;
  if made.last_entry < made.first_entry and made.last_event < made.first_event then
    return false;
  end if;
  select string_agg(l.line, chr(10) order by l.entry_id) into entries
    from audit_lines(made.first_entry, made.last_entry) l;
  select sha256(convert_to(coalesce(string_agg(l.line, chr(10) order by l.event_id), ''), 'utf8')) into made.events_hash
    from audit_event_lines(made.first_event, made.last_event) l;
  made.previous_hash := coalesce(previous.hash, decode(repeat('00', 32), 'hex'));
  insert into audit_seal (id, first_entry, last_entry, first_event, last_event, events_hash, previous_hash, hash, sealed_at)
  values (coalesce(previous.id, 0) + 1, made.first_entry, made.last_entry, made.first_event, made.last_event,
    made.events_hash, made.previous_hash, sha256(made.previous_hash || convert_to(
      audit_seal_text(entries, made.first_event, made.last_event, made.events_hash), 'utf8')), p_at);
  return true;
end
$$;
