-- What stands in the place of words that were erased: a mark where there were any, else what was there.
create or replace function word_erased(p_word text) returns text
language sql immutable
as $$
  select case when p_word <> '' then '-' else p_word end
$$;
