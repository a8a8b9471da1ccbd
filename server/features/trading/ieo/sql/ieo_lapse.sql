-- Ends the next so many lots that were not paid for in time: the money of a first lot is free again, the offer of a
-- second one is over. Of a round that is not told to everybody none ends. Answers how many, and whose events there are.
--
-- p_only: of these alone; null: of all applications.
--
-- Access: worker
create or replace function ieo_lapse(
  p_project integer, p_limit integer, p_at timestamptz, p_only bigint[] default null,
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
  is_over boolean[];
  due record;
  balances record;
begin
  p_at := require_reached(p_at);
  applications := 0;
  users := '{}';
  select * into strict project from ieo_project where id = p_project for share;
  select array_agg(ieo_pay_end(project, r.round) <= p_at and r.settled_at is not null order by r.round) into is_over
    from ieo_round r where r.project_id = p_project and r.round > 0;
  if project.cancelled_at is not null or true <> all (coalesce(is_over, '{}')) then
    return;
  end if;
  with locked as (
    select a.id from ieo_application a
     where a.project_id = p_project and (p_only is null or a.id = any (p_only))
       and ((a.status = 'allotted' and is_over[1]) or (a.second_status = 'offered' and is_over[2]))
     order by a.id limit p_limit for no key update skip locked),
  ended as (
    update ieo_application a
       set status = case a.status when 'allotted' then 'missed' else a.status end,
           second_status = case a.second_status when 'offered' then 'lapsed' else a.second_status end,
           updated_at = p_at, version = a.version + 1
      from locked where a.id = locked.id returning a.*)
  select array_agg(ended.id) as ids, array_agg(ended.user_id) as owners,
         array_agg(ieo_event(ended.*::ieo_application)) as events,
         array_agg(case ended.status when 'missed' then ended.allotted * project.price else 0 end) as amounts
    into due from ended;
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
           where o.amount > 0) legs
    cross join lateral ieo_post('ieo.lapse', legs.refs, p_at, legs.owners, legs.kinds,
      array_fill(project.pay_currency_id, array[coalesce(cardinality(legs.refs), 0)]), legs.amounts, legs.holds) post;
  perform ieo_append_events(due.owners, due.events, balances.users, balances.payloads, p_at);
end
$$;
