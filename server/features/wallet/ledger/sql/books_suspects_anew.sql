-- Of the slices in which something was found, none is let stand any more: the next check looks at all of them first.
--
-- With the rights of the tables' owner: what was found, and where, workers write alone.
--
-- Access: product
create or replace function books_suspects_anew() returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  update books_suspect set let_stand = false where let_stand;
end
$$;
