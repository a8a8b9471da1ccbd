-- Gives the coins of a cancelled project back to their issuer, when nobody has any of it any more. Answers whether it
-- is done.
--
-- Access: worker
create or replace function ieo_returned(p_project integer, p_at timestamptz) returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  project ieo_project;
begin
  p_at := require_reached(p_at);
  select * into strict project from ieo_project where id = p_project for no key update;
  if project.cancelled_at is null or exists (
       select from ieo_application a where a.project_id = p_project and a.status in ('committed', 'allotted', 'paid')) then
    return false;
  elsif not exists (select from ledger_journal j where j.reason = 'ieo.unsold' and j.reference = p_project::text) then
    perform ieo_post('ieo.unsold', array_fill(p_project::text, array[2]), p_at, array_fill(null::bigint, array[2]),
      array['escrow', 'issuer'], array_fill(project.currency_id, array[2]),
      array[-project.supply, project.supply]::numeric[],
      array_fill(null::text, array[2]));
  end if;
  return true;
end
$$;
