-- How near to the best price, and how far from it, items take levels of each side of a book: { side: [nearest, farthest] },
-- further from it is more. Not of workers of the version before (`forced`), which price each position by the whole book:
-- that goes with the next version.
--
-- Access: stored functions
create or replace function liquidation_reach(p_items jsonb) returns jsonb
language sql immutable
set search_path = public, pg_temp
as $$
  with levels as (
    select concat_ws(' ', taking->>'market', taking->>'book', taking->>'demo', taking->>'side') as side,
           (level.value->>0)::numeric * case taking->>'side' when 'buy' then 1 else -1 end as depth
      from jsonb_array_elements(p_items) item (value)
     cross join lateral (select item.value->'takes') as its (taking)
     cross join lateral jsonb_array_elements(taking->'levels' || coalesce(item.value->'fills', '[]'::jsonb)) level (value)
     where jsonb_typeof(taking) = 'object' and (taking->>'forced')::boolean is not true
  ), reached as (
    select side, jsonb_build_array(min(depth), max(depth)) as reach from levels group by side
  )
  select coalesce(jsonb_object_agg(side, reach), '{}'::jsonb) from reached
$$;
