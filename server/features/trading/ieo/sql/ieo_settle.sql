-- Tells what a sealed round gave to the next so many applications and, after the first, gives back at once what is
-- not needed for it. Any number may run at once and be killed at any instant. When none is left the round is settled.
-- Answers how many, and whose events there are.
--
-- p_only: of these alone; null: of all applications.
--
-- Access: worker
create or replace function ieo_settle(
  p_project integer, p_round smallint, p_limit integer, p_at timestamptz, p_only bigint[] default null,
  out applications integer, out users bigint[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  project ieo_project;
  due record;
  balances record;
begin
  p_at := require_reached(p_at);
  applications := 0;
  users := '{}';
  -- Held beside others who do the same, against a cancellation.
  select * into strict project from ieo_project where id = p_project for share;
  if project.cancelled_at is not null or not exists (
       select from ieo_round r where r.project_id = p_project and r.round = p_round and r.settled_at is null) then
    return;
  end if;
  with locked as (
    select a.id from ieo_application a
     where a.project_id = p_project and (p_only is null or a.id = any (p_only))
       and ((p_round = 1 and a.status = 'committed')
         or (p_round = 2 and a.status = 'paid' and a.second is null
           and exists (select from ieo_allotment x where x.application_id = a.id and x.round = 2)))
     order by a.id limit p_limit for no key update skip locked),
  updated as (
    update ieo_application a
       set status = case when p_round = 2 then a.status when x.units > 0 then 'allotted' else 'failed' end,
           allotted = case p_round when 1 then x.units else a.allotted end,
           second = case p_round when 2 then x.units end,
           second_status = case when p_round = 2 and x.units > 0 then 'offered' end,
           updated_at = p_at, version = a.version + 1
      from locked join ieo_allotment x on x.application_id = locked.id and x.round = p_round
     where a.id = locked.id returning a.*)
  select array_agg(updated.id) as ids, array_agg(updated.user_id) as owners,
         array_agg(ieo_event(updated.*::ieo_application)) as events,
         array_agg((updated.units - updated.allotted) * project.price) as amounts
    into due from updated;
  if due.ids is null then
    return;
  end if;
  applications := cardinality(due.ids);
  users := due.owners;
  select post.* into balances
    from (select array_agg(o.id::text order by o.id, side.kind desc) as refs,
                 array_agg(o.owner order by o.id, side.kind desc) as owners,
                 array_agg(side.kind order by o.id, side.kind desc) as kinds,
                 array_agg(o.amount * side.sign order by o.id, side.kind desc) as amounts,
                 array_agg(case when side.sign < 0 then concat('ieo-application:', o.id) end
                   order by o.id, side.kind desc) as holds
            from unnest(due.ids, due.owners, due.amounts) as o (id, owner, amount),
                 (values ('spot_frozen', -1), ('spot', 1)) as side (kind, sign)
           where p_round = 1 and o.amount > 0) legs
    cross join lateral ieo_post('ieo.allot', legs.refs, p_at, legs.owners, legs.kinds,
      array_fill(project.pay_currency_id, array[coalesce(cardinality(legs.refs), 0)]), legs.amounts, legs.holds) post;
  perform ieo_append_events(due.owners, due.events, balances.users, balances.payloads, p_at);
end
$$;
