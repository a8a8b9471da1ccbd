-- What was written in a room stays as it was written.
create or replace function room_line_keep() returns trigger
language plpgsql
as $$
begin
  raise exception 'lines of a room are written once: % is refused', lower(tg_op) using errcode = 'RM001';
end
$$;
