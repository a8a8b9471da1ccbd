-- What was written in a room stays as it was written.
-- The words of an erased account go (erasure_allows).
create or replace function room_line_append_only() returns trigger
language plpgsql
as $$
begin
  if erasure_allows(tg_table_name, tg_op, to_jsonb(old), to_jsonb(new)) then
    return coalesce(new, old);
  end if;
  raise exception 'lines of a room are written once: % is refused', lower(tg_op) using errcode = 'RM001';
end
$$;
