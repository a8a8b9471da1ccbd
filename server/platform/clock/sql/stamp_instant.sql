-- Trigger: the column that its argument names is an instant of the database's own clock, whatever the clock of the process
-- that writes it says. So instants that two processes write behind one lock are in the order in which they were written.
create or replace function stamp_instant() returns trigger
language plpgsql
as $$
declare
  claimed constant timestamptz := (to_jsonb(new)->>tg_argv[0])::timestamptz;
begin
  if claimed is null then
    return new;
  end if;
  return jsonb_populate_record(new, jsonb_build_object(tg_argv[0], database_now(claimed)));
end
$$;
