-- Notes the next file of the archive, which lies in the store already. False when it is noted: two workers that write the
-- same file write the same lines. The journals, the file before it and the key are those of the seals and rows that are
-- there, whatever the caller means. LG010: it is not the next one, or another file with this number is noted.
--
-- With the rights of the table's owner: nobody who serves writes a row by a statement of its own.
--
-- Access: worker
create or replace function books_archive_add(
  p_id bigint, p_last_seal bigint, p_journals bigint, p_bytes bigint, p_hash bytea, p_at timestamptz
) returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  known books_archive;
  previous books_archive;
  first_covered ledger_seal;
  last_covered ledger_seal;
begin
  perform require_reached(p_at);
  perform pg_advisory_xact_lock(hashtext('books-archive'));
  select * into known from books_archive where id = p_id;
  if found then
    if (known.last_seal, known.hash) is distinct from (p_last_seal, p_hash) then
      raise exception 'another file % of the archive is noted', p_id using errcode = 'LG010';
    end if;
    return false;
  end if;
  select * into previous from books_archive order by id desc limit 1;
  select * into first_covered from ledger_seal where id = coalesce(previous.last_seal, 0) + 1;
  select * into last_covered from ledger_seal where id = p_last_seal;
  if p_id <> coalesce(previous.id, 0) + 1 or first_covered.id is null or last_covered.id is null
    or last_covered.id < first_covered.id then
    raise exception 'file % of the archive does not follow file %', p_id, coalesce(previous.id, 0) using errcode = 'LG010';
  end if;
  insert into books_archive (id, first_seal, last_seal, first_journal, last_journal, journals, bytes, hash,
    previous_hash, object_key, written_at)
  values (p_id, first_covered.id, last_covered.id, first_covered.first_journal, last_covered.last_journal, p_journals,
    p_bytes, p_hash, coalesce(previous.hash, decode(repeat('00', 32), 'hex')),
    'books-archive/' || (select left(encode(hash, 'hex'), 16) from ledger_seal where id = 1)
      || '/' || lpad(p_id::text, 12, '0') || '.ndjson.gz',
    database_now(p_at));
  return true;
end
$$;
