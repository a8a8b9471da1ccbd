-- What was rebated, and why, is written once (RF009).
create or replace function referral_refuse_rewrite() returns trigger
language plpgsql
as $$
begin
  raise exception '% is written once: % is refused', tg_table_name, lower(tg_op) using errcode = 'RF009';
end
$$;
