-- Lists a project, once its time has come and both rounds are over: the issuer gets what was paid, and back what
-- nobody took. Answers whether it is listed now.
--
-- Access: worker
create or replace function ieo_list(p_project integer, p_at timestamptz) returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  project ieo_project;
  sold bigint;
  legs record;
begin
  p_at := require_reached(p_at);
  select * into strict project from ieo_project where id = p_project for no key update;
  if project.listed_at is not null or project.cancelled_at is not null or p_at < project.list_at
     or not exists (select from ieo_round r where r.project_id = p_project and r.round = 2 and r.settled_at is not null)
     or exists (select from ieo_application a where a.project_id = p_project
                   and (a.status in ('committed', 'allotted') or a.second_status = 'offered')) then
    return project.listed_at is not null;
  end if;
  select coalesce(sum(a.allotted + case a.second_status when 'paid' then a.second else 0 end), 0) into sold
    from ieo_application a where a.project_id = p_project and a.status = 'paid';
  update ieo_project set listed_at = p_at where id = p_project;
  select array_agg(leg.kind) as kinds, array_agg(leg.currency) as currencies, array_agg(leg.amount) as amounts,
         count(*)::integer as legs into legs
    from (values ('escrow', project.pay_currency_id, -sold * project.price),
                 ('issuer', project.pay_currency_id, sold * project.price),
                 ('escrow', project.currency_id, -(project.supply - sold)::numeric),
                 ('issuer', project.currency_id, (project.supply - sold)::numeric)) as leg (kind, currency, amount)
   where leg.amount <> 0;
  perform ieo_post('ieo.list', array_fill(p_project::text, array[legs.legs]), p_at,
    array_fill(null::bigint, array[legs.legs]), legs.kinds, legs.currencies, legs.amounts,
    array_fill(null::text, array[legs.legs]));
  return true;
end
$$;
