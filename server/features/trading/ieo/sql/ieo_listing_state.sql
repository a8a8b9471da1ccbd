-- How far a project is from its listing, with its row held until the transaction ends: 'none', 'ended' where it is
-- listed or cancelled, 'unpaid' while lots may be paid for, 'early' before its date, 'ready'.
--
-- Access: product
create or replace function ieo_listing_state(p_project integer, p_at timestamptz) returns text
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  project ieo_project;
begin
  p_at := require_reached(p_at);
  select * into project from ieo_project where id = p_project for no key update;
  if not found then
    return 'none';
  elsif project.listed_at is not null or project.cancelled_at is not null then
    return 'ended';
  elsif not exists (select from ieo_round r where r.project_id = p_project and r.round = 2 and r.settled_at is not null)
     or exists (select from ieo_application a where a.project_id = p_project
                   and (a.status in ('committed', 'allotted') or a.second_status = 'offered')) then
    return 'unpaid';
  elsif p_at < project.list_at then
    return 'early';
  end if;
  return 'ready';
end
$$;
