-- Ends a project before its listing, by an approved proposal: from now on nothing of it moves but back. Answers false
-- where it has ended or is listed. The money goes back by ieo_return.
--
-- Access: product
create or replace function ieo_cancel(p_project integer, p_at timestamptz) returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  project ieo_project;
begin
  p_at := require_reached(p_at);
  select * into project from ieo_project where id = p_project for no key update;
  if not found or project.listed_at is not null or project.cancelled_at is not null then
    return false;
  end if;
  update ieo_project set cancelled_at = p_at, cancel_reason = 'operators' where id = p_project;
  return true;
end
$$;
