-- Terms never change, seals and what was allotted under them stay as they are (IE009).
create or replace function ieo_refuse_rewrite() returns trigger
language plpgsql
as $$
begin
  raise exception '% is written once: % is refused', tg_table_name, lower(tg_op) using errcode = 'IE009';
end
$$;
