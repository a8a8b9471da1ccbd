-- The first hour that a sale may be drawn by: the first that begins at or after its applications close, and whose
-- second half was still to come when they were sealed. A transaction that was held open over the close could be
-- committed or not until then, and nobody knew the last prices of the hour: `closedAt` of ieo-draw.rules.ts.
create or replace function ieo_draw_from(p ieo_project) returns timestamptz
language sql stable
as $$
  select ieo_first_hour(greatest(p.apply_until, (
    select r.sealed_at - interval '30 minutes' from ieo_round r where r.project_id = p.id and r.round = 0)))
$$;
