-- Events are written once.
-- The words of an erased account go (erasure_allows).
create or replace function outbox_keep() returns trigger
language plpgsql
as $$
begin
  if erasure_allows(tg_table_name, tg_op, to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
  raise exception 'events are written once';
end
$$;
