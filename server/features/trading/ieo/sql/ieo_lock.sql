-- Delivers the coins of the next so many paid applications of a listed project: from the issuer, who owes them, to the
-- user, locked by the schedule and never free before the listing. One journal an application. Answers how many, and
-- whose events there are.
--
-- p_only: of these alone; null: of all applications.
--
-- Access: worker
create or replace function ieo_lock(
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
  due record;
  balances record;
begin
  p_at := require_reached(p_at);
  applications := 0;
  users := '{}';
  with locked as (
    select a.id, greatest(p.lock_until, p.listed_at) as release_at, p.currency_id
      from ieo_application a join ieo_project p on p.id = a.project_id
     where a.project_id = p_project and a.status = 'paid' and p.listed_at is not null
       and (p_only is null or a.id = any (p_only))
     order by a.id limit p_limit for no key update of a skip locked),
  held as (
    update ieo_application a
       set status = 'locked', next_release_at = locked.release_at, updated_at = p_at, version = a.version + 1
      from locked where a.id = locked.id returning a.*)
  select array_agg(held.id) as ids, array_agg(held.user_id) as owners,
         array_agg(ieo_event(held.*::ieo_application)) as events, array_agg(locked.currency_id) as currencies,
         array_agg((held.allotted + case held.second_status when 'paid' then held.second else 0 end)::numeric) as lots
    into due from held join locked on locked.id = held.id;
  if due.ids is null then
    return;
  end if;
  applications := cardinality(due.ids);
  users := due.owners;
  select post.* into balances
    from (select array_agg(o.id::text order by o.id, side.place) as refs,
                 array_agg(side.owner order by o.id, side.place) as owners,
                 array_agg(side.kind order by o.id, side.place) as kinds,
                 array_agg(o.currency order by o.id, side.place) as currencies,
                 array_agg(side.amount order by o.id, side.place) as amounts,
                 array_agg(side.hold order by o.id, side.place) as holds
            from unnest(due.ids, due.owners, due.currencies, due.lots) as o (id, person, currency, lot)
           cross join lateral (values (1, null, 'issuance', -o.lot, null),
                                      (2, o.person, 'spot_frozen', o.lot, concat('ieo-lot:', o.id)))
               as side (place, owner, kind, amount, hold)) legs
    cross join lateral ieo_post('ieo.deliver', legs.refs, p_at, legs.owners, legs.kinds, legs.currencies, legs.amounts,
      legs.holds) post;
  perform ieo_append_events(due.owners, due.events, balances.users, balances.payloads, p_at);
end
$$;
