-- Refuses every change of what the books have (LG009), by every role, the owner of the tables included.
create or replace function ledger_refuse_rewrite() returns trigger
language plpgsql
as $$
begin
  raise exception '% is written once: % is refused', tg_table_name, lower(tg_op) using errcode = 'LG009';
end
$$;
