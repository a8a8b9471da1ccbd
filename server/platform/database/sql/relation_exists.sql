-- Whether the product's schema has a table of this name. Read from the catalog's table and not with to_regclass, whose
-- cache does not see what another transaction has just made.
--
-- Access: stored functions
create or replace function relation_exists(p_name text) returns boolean
language sql volatile
set search_path = public, pg_temp
as $$
  select exists (select from pg_class where relname = p_name and relnamespace = 'public'::regnamespace)
$$;
