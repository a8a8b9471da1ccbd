-- The countries that a phone in E.164 can be of, by the longest calling code that it begins with; '*' for none.
--
-- Access: stored functions
create or replace function phone_countries(p_phone text) returns text[]
language plpgsql
stable
security definer
set search_path = public, pg_temp
as $$
begin
  return coalesce((
    select c.countries from calling_code c
     where c.prefix = any (array(select substr(p_phone, 2, length) from generate_series(1, 8) length))
     order by length(c.prefix) desc limit 1), array['*']);
end
$$;
