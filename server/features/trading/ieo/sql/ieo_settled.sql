-- Marks a round as settled, when none of its applications is left. Answers whether it is.
--
-- Access: worker
create or replace function ieo_settled(p_project integer, p_round smallint, p_at timestamptz) returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  p_at := require_reached(p_at);
  perform from ieo_project where id = p_project for no key update;
  if exists (
    select from ieo_application a
     where a.project_id = p_project and (case p_round when 1 then a.status = 'committed'
       else a.status = 'paid' and a.second is null
        and exists (select from ieo_allotment x where x.application_id = a.id and x.round = 2) end)) then
    return false;
  end if;
  update ieo_round set settled_at = p_at where project_id = p_project and round = p_round and settled_at is null;
  return true;
end
$$;
