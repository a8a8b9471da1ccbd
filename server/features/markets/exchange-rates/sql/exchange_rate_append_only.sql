-- What was shown when is written once.
create or replace function exchange_rate_append_only() returns trigger
language plpgsql
as $$
begin
  raise exception 'a rate is written once';
end
$$;
