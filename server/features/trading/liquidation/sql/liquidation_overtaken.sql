-- The first position of each group whose price can no longer be had: since it was priced others have taken what it was
-- priced by of the quoted levels, or the groups before it need all that is left. As depth_take counts it, and without a
-- lock: levels are locked behind accounts, and a transaction that takes them between this look and the end is
-- refused there, and looks again.
--
-- Workers of the version before price each position by the whole quoted book, say `forced`, and would not decide again: they
-- are not asked. That goes with the next version.
--
-- Access: stored functions
create or replace function liquidation_overtaken(p_groups jsonb) returns bigint[]
language sql stable
set search_path = public, pg_temp
as $$
  with wanted as (
    select groups.place as group_place, item.place as item_place, (groups.value->'items'->0->>'id')::bigint as name,
           (taking->>'market')::integer as market_id, taking->>'book' as book, (taking->>'demo')::boolean as demo,
           taking->>'side' as side, (taking->>'bookAt')::bigint as book_at, (level.value->>0)::numeric as price,
           (level.value->>1)::numeric as quoted, (level.value->>2)::numeric as quantity
      from jsonb_array_elements(p_groups) with ordinality groups (value, place)
     cross join jsonb_array_elements(groups.value->'items') with ordinality item (value, place)
     cross join lateral (select item.value->'takes') as its (taking)
     cross join lateral jsonb_array_elements(
       case when jsonb_typeof(taking) = 'object' and (taking->>'forced')::boolean is not true
         then taking->'levels' else '[]'::jsonb end) as level (value)
  ), walked as (
    select wanted.*, sum(quantity) over (partition by market_id, book, demo, side, price
             order by group_place, item_place rows unbounded preceding) as until
      from wanted
  )
  select coalesce(array_agg(distinct walked.name), '{}'::bigint[])
    from walked left join taken_depth t using (market_id, book, demo, side, price)
   where walked.until > case
     when t.taken is null or t.book_at <= walked.book_at and t.quoted <> walked.quoted then walked.quoted
     else least(walked.quoted, t.quoted - t.taken) end
$$;
