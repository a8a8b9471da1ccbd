-- Gives the next so many applications of a cancelled project everything back: what is frozen for it, and what was
-- paid. Answers how many, and whose events there are.
--
-- p_only: of these alone; null: of all applications.
--
-- Access: worker
create or replace function ieo_return(
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
  due record;
  balances record;
begin
  p_at := require_reached(p_at);
  applications := 0;
  users := '{}';
  select * into strict project from ieo_project where id = p_project for share;
  if project.cancelled_at is null then
    return;
  end if;
  with locked as (
    select a.id, a.status as before, a.units, a.allotted,
           case a.status when 'paid' then a.allotted + case a.second_status when 'paid' then a.second else 0 end
             else 0 end as lot
      from ieo_application a
     where a.project_id = p_project and a.status in ('committed', 'allotted', 'paid')
       and (p_only is null or a.id = any (p_only))
     order by a.id limit p_limit for no key update skip locked),
  ended as (
    update ieo_application a
       set status = 'cancelled', updated_at = p_at, version = a.version + 1,
           second_status = case a.second_status when 'offered' then 'lapsed' else a.second_status end
      from locked where a.id = locked.id returning a.*)
  select array_agg(ended.id) as ids, array_agg(ended.user_id) as owners,
         array_agg(ieo_event(ended.*::ieo_application)) as events,
         array_agg(case locked.before when 'committed' then locked.units when 'allotted' then locked.allotted else 0 end
           * project.price) as frozen,
         array_agg(locked.lot) as lots
    into due from ended join locked on locked.id = ended.id;
  if due.ids is null then
    return;
  end if;
  applications := cardinality(due.ids);
  users := due.owners;
  select post.* into balances
    from (select array_agg(leg.id::text order by leg.id, leg.place) as refs,
                 array_agg(leg.owner order by leg.id, leg.place) as owners,
                 array_agg(leg.kind order by leg.id, leg.place) as kinds,
                 array_agg(leg.amount order by leg.id, leg.place) as amounts,
                 array_agg(leg.hold order by leg.id, leg.place) as holds
            from unnest(due.ids, due.owners, due.frozen, due.lots) as o (id, person, frozen, lot)
           cross join lateral (values
             (o.id, 1, o.person, 'spot_frozen', -o.frozen, concat('ieo-application:', o.id)),
             (o.id, 2, o.person, 'spot', o.frozen + o.lot * project.price, null),
             (o.id, 3, null, 'escrow', -o.lot * project.price, null)) as leg (id, place, owner, kind, amount, hold)
           where leg.amount <> 0) legs
    cross join lateral ieo_post('ieo.return', legs.refs, p_at, legs.owners, legs.kinds,
      array_fill(project.pay_currency_id, array[coalesce(cardinality(legs.refs), 0)]), legs.amounts, legs.holds) post;
  perform ieo_append_events(due.owners, due.events, balances.users, balances.payloads, p_at);
end
$$;
