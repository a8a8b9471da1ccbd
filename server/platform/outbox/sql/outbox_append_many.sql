-- Appends events of many users with one statement a table. The numbers of all streams are taken in the order
-- of the users, as everybody does who takes several.
create or replace function outbox_append_many(
  p_user_ids bigint[], p_kinds text[], p_payloads jsonb[], p_at timestamptz
) returns void
language sql
as $$
  with given as materialized (
    select user_id, kind, payload, position, row_number() over (partition by user_id order by position) as place
      from unnest(p_user_ids, p_kinds, p_payloads) with ordinality as event (user_id, kind, payload, position)),
  taken as (
    insert into outbox_stream as stream (user_id, sequence, day)
    select given.user_id, count(*), outbox_day(p_at)
      from given group by given.user_id order by given.user_id
    on conflict (user_id) do update
       set sequence = stream.sequence + excluded.sequence, day = greatest(stream.day, excluded.day)
    returning new.user_id, new.sequence, new.day, coalesce(old.day, '-infinity') as follows_day),
  counted as materialized (select user_id, count(*) as events from given group by user_id)
  insert into outbox (user_id, sequence, kind, payload, at, day, follows_day)
  select given.user_id, taken.sequence - counted.events + given.place, given.kind, given.payload, p_at, taken.day,
         case when given.place = 1 then taken.follows_day else taken.day end
    from given join taken on taken.user_id = given.user_id join counted on counted.user_id = given.user_id
$$;
