-- Seals the entries after the last seal, at most ten thousand ids and none above p_upto. False when nothing
-- is left to seal. An advisory lock lets one sealer work at a time.
create or replace function audit_seal_next(p_upto bigint, p_at timestamptz) returns boolean
language plpgsql
as $$
declare
  previous audit_seal;
  first bigint;
  last bigint;
  content text;
  origin constant bytea := decode(repeat('00', 32), 'hex');
begin
  p_at := require_reached(p_at);
  perform pg_advisory_xact_lock(hashtext('audit-seal'));
  select * into previous from audit_seal order by id desc limit 1;
  if coalesce(previous.last_entry, 0) >= p_upto then
    return false;
  end if;
  first := coalesce(previous.last_entry, 0) + 1;
  last := least(first + 9999, p_upto);
  select string_agg(l.line, chr(10) order by l.entry_id) into content from audit_lines(first, last) l;
  insert into audit_seal (id, first_entry, last_entry, previous_hash, hash, sealed_at)
  values (coalesce(previous.id, 0) + 1, first, last, coalesce(previous.hash, origin),
    sha256(coalesce(previous.hash, origin) || convert_to(coalesce(content, ''), 'utf8')), p_at);
  return true;
end
$$;
