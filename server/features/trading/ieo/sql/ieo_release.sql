-- Releases the next part of the coins of so many applications whose day has come, one part each: from the lock to the
-- spot account. Parts of a small lot may be empty. Answers how many, and whose events there are.
--
-- p_only: of these alone; null: of all applications.
--
-- Access: worker
create or replace function ieo_release(p_limit integer, p_at timestamptz, p_only bigint[] default null,
  out applications integer, out users bigint[])
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
    select a.id, a.released as before, p.currency_id, p.release_parts as parts, p.release_days as days, p.lock_until,
           p.listed_at,
           a.allotted + case a.second_status when 'paid' then a.second else 0 end as lot
      from ieo_application a join ieo_project p on p.id = a.project_id
     where a.next_release_at <= p_at and (p_only is null or a.id = any (p_only))
     order by a.next_release_at, a.id limit p_limit for no key update of a skip locked),
  freed as (
    update ieo_application a
       set status = 'releasing', released_parts = a.released_parts + 1,
           released = ieo_released(locked.lot, locked.parts, a.released_parts + 1),
           next_release_at = case when a.released_parts + 1 < locked.parts
             then greatest(locked.listed_at,
               locked.lock_until + (a.released_parts + 1) * locked.days * interval '24 hours') end,
           updated_at = p_at, version = a.version + 1
      from locked where a.id = locked.id returning a.*)
  select array_agg(freed.id) as ids, array_agg(freed.user_id) as owners,
         array_agg(ieo_event(freed.*::ieo_application) || jsonb_build_object(
           'coinCurrencyId', locked.currency_id, 'freed', (freed.released - locked.before)::text)) as events,
         array_agg(freed.released_parts) as parts, array_agg(freed.released - locked.before) as amounts,
         array_agg(locked.currency_id) as currencies
    into due from freed join locked on locked.id = freed.id;
  if due.ids is null then
    return;
  end if;
  applications := cardinality(due.ids);
  users := due.owners;
  select post.* into balances
    from (select array_agg(concat(o.id, ':', o.part) order by o.id, side.kind desc) as refs,
                 array_agg(o.owner order by o.id, side.kind desc) as owners,
                 array_agg(side.kind order by o.id, side.kind desc) as kinds,
                 array_agg(o.currency order by o.id, side.kind desc) as currencies,
                 array_agg((o.amount * side.sign)::numeric order by o.id, side.kind desc) as amounts,
                 array_agg(case when side.sign < 0 then concat('ieo-lot:', o.id) end order by o.id, side.kind desc) as holds
            from unnest(due.ids, due.owners, due.parts, due.amounts, due.currencies)
                   as o (id, owner, part, amount, currency),
                 (values ('spot_frozen', -1), ('spot', 1)) as side (kind, sign)
           where o.amount > 0) legs
    cross join lateral ieo_post('ieo.release', legs.refs, p_at, legs.owners, legs.kinds, legs.currencies, legs.amounts,
      legs.holds) post;
  perform ieo_append_events(due.owners, due.events, balances.users, balances.payloads, p_at);
end
$$;
