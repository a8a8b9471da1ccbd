-- Executions and the terms of an order are written once, and an ended order stays ended (SP009).
create or replace function spot_refuse_rewrite() returns trigger
language plpgsql
as $$
begin
  raise exception '% is written once: % is refused', tg_table_name, lower(tg_op) using errcode = 'SP009';
end
$$;
