-- Rows of the table are written once: neither changed nor deleted.
create or replace function wallet_keep() returns trigger
language plpgsql
as $$
begin
  raise exception '% is written once: % is refused', tg_table_name, lower(tg_op);
end
$$;
