-- The tape is append-only for every role (LG009). Whole days are dropped with their partition when
-- they are too old.
create or replace function tape_append_only() returns trigger
language plpgsql
as $$
begin
  raise exception '% is written once: % is refused', tg_table_name, lower(tg_op) using errcode = 'LG009';
end
$$;
