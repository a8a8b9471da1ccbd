-- Events are written once.
create or replace function outbox_keep() returns trigger
language plpgsql
as $$
begin
  raise exception 'events are written once';
end
$$;
