-- What held when is written once: a change is a new row.
create or replace function country_rule_append_only() returns trigger
language plpgsql
as $$
begin
  raise exception 'a rule of a country is written once';
end
$$;
