-- Terms never change, an offer goes one way, and rows stay (SU009).
create or replace function subscription_refuse_rewrite() returns trigger
language plpgsql
as $$
begin
  raise exception '% is written once: % is refused', tg_table_name, lower(tg_op) using errcode = 'SU009';
end
$$;
