-- Seals what was applied for, once the time for it is over: from now on nothing is added. p_rows and p_units say what
-- the root was made of. Answers false where it is sealed already or cancelled. Refusals: IE002 not over yet, IE006
-- the root is of other rows.
--
-- Access: worker
create or replace function ieo_close(
  p_project integer, p_root bytea, p_rows integer, p_units bigint, p_at timestamptz
) returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  project ieo_project;
  known record;
  -- By the database's own clock, behind the lock for which all who applied have ended: what a sale is drawn by goes by it.
  sealed timestamptz;
begin
  p_at := require_reached(p_at);
  select * into strict project from ieo_project where id = p_project for no key update;
  if project.cancelled_at is not null or exists (select from ieo_round r where r.project_id = p_project) then
    return false;
  elsif p_at < project.apply_until then
    raise exception 'applications are open' using errcode = 'IE002';
  end if;
  sealed := date_trunc('milliseconds', database_now(p_at));
  select count(*) as rows, coalesce(sum(units), 0) as units into known from ieo_application where project_id = p_project;
  if known.rows <> p_rows or known.units <> p_units then
    raise exception 'a root of other applications' using errcode = 'IE006';
  end if;
  insert into ieo_round (project_id, round, root, rows, supply, units, sealed_at, settled_at)
  values (p_project, 0, p_root, p_rows, project.supply, p_units, sealed, sealed);
  return true;
end
$$;
