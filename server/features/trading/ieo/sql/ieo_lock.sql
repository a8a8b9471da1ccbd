-- The coins of the next so many paid applications of a listed project are locked by its schedule from now on. Answers
-- how many, and whose events there are.
--
-- Access: worker
create or replace function ieo_lock(
  p_project integer, p_limit integer, p_at timestamptz, out applications integer, out users bigint[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  due record;
begin
  p_at := require_reached(p_at);
  with locked as (
    select a.id, p.lock_until from ieo_application a join ieo_project p on p.id = a.project_id
     where a.project_id = p_project and a.status = 'paid' and p.listed_at is not null
     order by a.id limit p_limit for no key update of a skip locked),
  held as (
    update ieo_application a
       set status = 'locked', next_release_at = locked.lock_until, updated_at = p_at, version = a.version + 1
      from locked where a.id = locked.id returning a.*)
  select coalesce(array_agg(held.user_id), '{}') as owners,
         coalesce(array_agg(ieo_event(held.*::ieo_application)), '{}') as events into due from held;
  applications := cardinality(due.owners);
  users := due.owners;
  perform ieo_tell(due.owners, due.events, '{}', '{}', p_at);
end
$$;
