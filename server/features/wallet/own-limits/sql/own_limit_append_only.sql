-- Trigger of what nobody changes: breaks, and what was used of a limit.
create or replace function own_limit_append_only() returns trigger
language plpgsql
as $$
begin
  raise exception '% is written once', tg_table_name;
end
$$;
