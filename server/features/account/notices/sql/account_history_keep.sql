-- Keeps the history of security events: a row is written once and neither changed nor deleted.
create or replace function account_history_keep() returns trigger
language plpgsql
as $$
begin
  raise exception '% is written once', tg_table_name;
end
$$;
