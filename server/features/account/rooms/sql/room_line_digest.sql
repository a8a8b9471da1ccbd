-- The digest of a line, over that of the line before it: SHA-256 of the earlier digest (nothing for the first line) and of
-- these fields as UTF-8, each with a line feed behind it: room, number, voice, kind, instant in Unix milliseconds, the
-- picture's digest in hexadecimal (empty without a picture), text. Every copy that people take says so, so that anybody can
-- compute it.
create or replace function room_line_digest(line room_line, p_before bytea) returns bytea
language sql immutable
as $$
  select sha256(coalesce(p_before, ''::bytea) || convert_to(concat(
    line.room, E'\n', line.number, E'\n', line.voice, E'\n', line.kind, E'\n',
    floor(extract(epoch from line.at) * 1000)::bigint, E'\n', encode(line.digest, 'hex'), E'\n', line.body, E'\n'), 'UTF8'))
$$;
