-- Terms never change, an order goes one way, and booked days stay booked (TR009).
create or replace function trust_refuse_rewrite() returns trigger
language plpgsql
as $$
begin
  raise exception '% is written once: % is refused', tg_table_name, lower(tg_op) using errcode = 'TR009';
end
$$;
