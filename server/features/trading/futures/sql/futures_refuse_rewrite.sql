-- Rows of the table are written once: neither changed nor deleted (FU009).
create or replace function futures_refuse_rewrite() returns trigger
language plpgsql
as $$
begin
  raise exception '% is written once: % is refused', tg_table_name, lower(tg_op) using errcode = 'FU009';
end
$$;
