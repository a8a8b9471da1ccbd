-- Stores margin levels that have changed and notifies the users whose level has risen. The arrays have one
-- place for each position, or for each cross account (position 0); payloads are what margin_event takes. Answers the users
-- that were notified.
--
-- Access: worker
create or replace function liquidation_warn(
  p_users bigint[], p_demo boolean[], p_positions bigint[], p_levels text[], p_payloads jsonb[], p_at
  timestamptz
) returns bigint[]
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  outgoing record;
begin
  p_at := require_reached(p_at);
  with given as materialized (
    select * from unnest(p_users, p_demo, p_positions, p_levels, p_payloads)
      as level (user_id, demo, position_id, level, payload)),
  before as materialized (
    select m.* from margin_level m join given on m.user_id = given.user_id and m.demo = given.demo
       and m.position_id = given.position_id
     order by m.user_id, m.demo, m.position_id for no key update of m),
  written as (
    insert into margin_level as m (user_id, demo, position_id, level, changed_at)
    -- Joined so that `before` is read and locked first: it would not find rows that this insert has changed.
    select user_id, demo, position_id, level, p_at from given cross join (select count(*) from before) looked
     order by user_id, demo, position_id
    on conflict (user_id, demo, position_id) do update
      set level = excluded.level, changed_at = excluded.changed_at, version = m.version + 1
      where m.level <> excluded.level
    returning m.*)
  select array_agg(given.user_id order by given.user_id, given.position_id) as users,
         array_agg(concat('margin.', written.level) order by given.user_id, given.position_id) as kinds,
         array_agg(margin_event(written.*::margin_level, given.payload) order by given.user_id, given.position_id)
           as payloads
    into outgoing
    from written
    join given using (user_id, demo, position_id)
    left join before using (user_id, demo, position_id)
   where array_position(array['safe', 'warning', 'critical'], written.level)
       > array_position(array['safe', 'warning', 'critical'], coalesce(before.level, 'safe'));
  if outgoing.users is not null then
    perform outbox_append_many(outgoing.users, outgoing.kinds, outgoing.payloads, p_at);
  end if;
  return coalesce(outgoing.users, '{}');
end
$$;
