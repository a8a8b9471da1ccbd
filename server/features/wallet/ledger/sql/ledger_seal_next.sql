-- Seals the journals after the last seal, at most ten thousand ids and none above p_upto. False when nothing
-- is left to seal.
create or replace function ledger_seal_next(p_upto bigint, p_at timestamptz) returns boolean
language plpgsql
as $$
declare
  previous ledger_seal;
  last bigint;
  content text;
  origin constant bytea := decode(repeat('00', 32), 'hex');
begin
  p_at := require_reached(p_at);
  perform pg_advisory_xact_lock(hashtext('ledger-seal'));
  select * into previous from ledger_seal order by id desc limit 1;
  if coalesce(previous.last_journal, 0) >= p_upto then
    return false;
  end if;
  last := least(coalesce(previous.last_journal, 0) + 10000, p_upto);
  select string_agg(l.line, chr(10) order by l.journal_id) into content
    from ledger_seal_lines(coalesce(previous.last_journal, 0) + 1, last) l;
  insert into ledger_seal (id, first_journal, last_journal, previous_hash, hash, sealed_at)
  values (coalesce(previous.id, 0) + 1, coalesce(previous.last_journal, 0) + 1, last,
    coalesce(previous.hash, origin),
    sha256(coalesce(previous.hash, origin) || convert_to(coalesce(content, ''), 'utf8')), p_at);
  return true;
end
$$;
