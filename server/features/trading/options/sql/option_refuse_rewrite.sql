-- Orders, settlements and entries of options are written once (OP009). An order ends once, from open to
-- settled or voided.
create or replace function option_refuse_rewrite() returns trigger
language plpgsql
as $$
begin
  raise exception '% is written once: % is refused', tg_table_name, lower(tg_op) using errcode = 'OP009';
end
$$;
