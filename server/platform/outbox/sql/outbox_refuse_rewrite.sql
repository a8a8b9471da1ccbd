-- Events are written once.
-- The words of an erased account go (erasure_allows). The table is the whole one, whichever part of it a row is in.
create or replace function outbox_refuse_rewrite() returns trigger
language plpgsql
as $$
begin
  if erasure_allows('outbox', tg_op, to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
  raise exception 'events are written once';
end
$$;
