-- Seals a round: who gets how many units, and the root over it. Nothing of it is shown or moved before. It is held
-- against the rows: everybody who takes part and nobody else, nobody above what was applied for or the cap, together
-- the least of the supply and what is wanted. The seed is told with the first round.
--
-- p_draw: the root that it was drawn by; of a sale that is drawn by prices it has to be the recorded one. Workers of the
-- version before name none: to them such a sale is not due.
--
-- Answers false where it is sealed already. Refusals: IE007 not due, IE006 not what the rows say, IE014 another root.
--
-- Access: worker
create or replace function ieo_seal(
  p_project integer, p_round smallint, p_root bytea, p_applications bigint[], p_units bigint[], p_at timestamptz,
  p_draw bytea default null
) returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  project ieo_project;
  part record;
  given record;
  supplied bigint;
begin
  p_at := require_reached(p_at);
  select * into strict project from ieo_project where id = p_project for no key update;
  if project.cancelled_at is not null
     or exists (select from ieo_round r where r.project_id = p_project and r.round = p_round) then
    return false;
  elsif not exists (select from ieo_round r
                     where r.project_id = p_project and r.round = p_round - 1 and r.settled_at is not null)
     or p_at < (case p_round when 1 then project.allot_at else ieo_pay_end(project, 1::smallint) end)
     or (p_round = 2 and exists (
           select from ieo_application a where a.project_id = p_project and a.status = 'allotted'))
     or (p_draw is null and project.draw_market_id is not null) then
    raise exception 'round % is not due', p_round using errcode = 'IE007';
  elsif p_draw is distinct from (select d.root from ieo_draw d where d.project_id = p_project) then
    raise exception 'not drawn by the root of its hour' using errcode = 'IE014';
  end if;
  select coalesce(sum(a.allotted) filter (where a.status = 'missed'), 0) into supplied
    from ieo_application a where a.project_id = p_project;
  if p_round = 1 then
    supplied := project.supply;
  end if;
  select count(*) as rows, coalesce(sum(w.most), 0) as most into part from ieo_wishes(p_project, p_round) w;
  select count(w.id) as rows, coalesce(sum(g.units), 0) as units,
         coalesce(bool_and(w.id is not null and g.units between 0 and w.most), true) as fits
    into given
    from unnest(p_applications, p_units) as g (id, units) left join ieo_wishes(p_project, p_round) w on w.id = g.id;
  if given.rows <> part.rows or cardinality(p_applications) <> part.rows or not given.fits
     or given.units <> least(supplied, part.most) then
    raise exception 'not an allotment of these applications' using errcode = 'IE006';
  end if;
  insert into ieo_allotment (application_id, round, project_id, units)
  select g.id, p_round, p_project, g.units from unnest(p_applications, p_units) as g (id, units);
  insert into ieo_round (project_id, round, root, rows, supply, units, sealed_at, draw)
  values (p_project, p_round, p_root, part.rows, supplied, given.units, p_at, p_draw);
  if p_round = 1 then
    update ieo_project set seed = (select s.seed from ieo_seed s where s.project_id = p_project) where id = p_project;
  end if;
  return true;
end
$$;
