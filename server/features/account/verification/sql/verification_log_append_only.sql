-- What reviewers looked at and decided is written once.
-- The words of an erased account go (erasure_allows).
create or replace function verification_log_append_only() returns trigger
language plpgsql
as $$
begin
  if erasure_allows(tg_table_name, tg_op, to_jsonb(old), to_jsonb(new)) then
    return coalesce(new, old);
  end if;
  raise exception '% is written once', tg_table_name;
end
$$;
