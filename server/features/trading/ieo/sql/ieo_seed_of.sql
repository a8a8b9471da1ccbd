-- The seed of a project, once its applications are sealed, the allotment is due, and that is recorded which it is drawn by:
-- nobody is told before. Null until then.
--
-- Access: worker
create or replace function ieo_seed_of(p_project integer, p_at timestamptz) returns text
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  p_at := require_reached(p_at);
  return (select encode(s.seed, 'hex') from ieo_seed s join ieo_project p on p.id = s.project_id
           where s.project_id = p_project and p.allot_at <= p_at
             and exists (select from ieo_round r where r.project_id = p.id and r.round = 0)
             and (p.draw_market_id is null or exists (select from ieo_draw d where d.project_id = p.id)));
end
$$;
