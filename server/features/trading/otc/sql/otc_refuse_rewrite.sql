-- What two people agreed on never changes, and neither does what happened to it (OT001).
-- The words of an erased account go (erasure_allows).
create or replace function otc_refuse_rewrite() returns trigger
language plpgsql
as $$
begin
  if erasure_allows(tg_table_name, tg_op, to_jsonb(old), to_jsonb(new)) then
    return coalesce(new, old);
  end if;
  raise exception '% is written once: % is refused', tg_table_name, lower(tg_op) using errcode = 'OT001';
end
$$;
