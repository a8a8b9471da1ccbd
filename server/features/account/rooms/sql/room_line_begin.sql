-- Numbers a new line and chains it to the one before. Whoever writes in a room holds the row that the room is about; two
-- who do not meet at the key of room and number.
create or replace function room_line_begin() returns trigger
language plpgsql
as $$
declare
  before constant room_line := (
    select l from room_line l where l.room = new.room order by l.number desc limit 1);
begin
  new.number := coalesce(before.number, 0) + 1;
  new.chain := room_line_digest(new, before.chain);
  return new;
end
$$;
