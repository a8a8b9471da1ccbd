-- Trigger of futures_product: what was offered once stays among leverages_before, whatever a statement says of them.
-- Positions that were opened with it have it still, and C04 holds all others against what was offered. Who owns the table
-- may set them alone.
create or replace function leverages_retained() returns trigger
language plpgsql
as $$
begin
  if new.leverages is distinct from old.leverages then
    new.leverages_before := array(
      select distinct unnest(coalesce(old.leverages_before, '{}') || old.leverages) order by 1);
  elsif not pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'usage') then
    new.leverages_before := old.leverages_before;
  end if;
  return new;
end
$$;
