-- What two people agreed on never changes, and neither does what happened to it (OT001).
create or replace function otc_keep() returns trigger
language plpgsql
as $$
begin
  raise exception '% is written once: % is refused', tg_table_name, lower(tg_op) using errcode = 'OT001';
end
$$;
