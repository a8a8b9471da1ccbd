-- Records the root of the hour that a sale is drawn by, with what proves it when the day of the tape has gone, as soon as
-- the hour is sealed. Nobody says which hour, or which root. Answers whether it stands. Refusal: IE014 the published root is
-- not that of the hour's samples; then nothing is drawn.
--
-- Access: worker
create or replace function ieo_draw_record(p_project integer, p_at timestamptz) returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  project ieo_project;
  drawn_by timestamptz;
begin
  p_at := require_reached(p_at);
  select * into strict project from ieo_project where id = p_project for no key update;
  if project.draw_market_id is null or exists (select from ieo_draw d where d.project_id = p_project) then
    return true;
  elsif project.cancelled_at is not null or p_at < ieo_draw_due(project)
     or not exists (select from ieo_round r where r.project_id = p_project and r.round = 0) then
    return false;
  end if;
  drawn_by := ieo_draw_hour(project);
  if p_at < drawn_by + interval '1 hour'
     or not exists (select from tape_root r where r.market_id = project.draw_market_id and r.hour = drawn_by) then
    return false;
  end if;
  insert into ieo_draw (project_id, market_id, hour, root, samples, last, path, drawn_at)
  select p_project, project.draw_market_id, drawn_by, r.root, r.samples, tape_sample(s), tree.path, p_at
    from tape_root r cross join tape_hour_tree(r.market_id, r.hour) tree
   cross join lateral (
     select x.* from price_sample x
      where x.market_id = r.market_id and x.second >= r.hour and x.second < r.hour + interval '1 hour'
      order by x.second desc limit 1) s
   where r.market_id = project.draw_market_id and r.hour = drawn_by;
  return true;
end
$$;
