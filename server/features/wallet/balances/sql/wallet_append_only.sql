-- Rows of the table are written once: neither changed nor deleted.
-- The words of an erased account go (erasure_allows).
create or replace function wallet_append_only() returns trigger
language plpgsql
as $$
begin
  if erasure_allows(tg_table_name, tg_op, to_jsonb(old), to_jsonb(new)) then
    return coalesce(new, old);
  end if;
  raise exception '% is written once: % is refused', tg_table_name, lower(tg_op);
end
$$;
