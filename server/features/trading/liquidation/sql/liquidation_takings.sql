-- The quantities that the steps of a plan take from quoted levels, for depth_take: of each position that is closed at the
-- book's price the levels of its decision, as far as the plan closes it and nobody else's gain was closed for it.
--
-- Access: stored functions
create or replace function liquidation_takings(p_steps liquidation_step[]) returns jsonb
language sql immutable
set search_path = public, pg_temp
as $$
  with matched as (
    select step.matched_with as id, sum(step.lots * (step.before).lot_size) as quantity
      from unnest(p_steps) step group by 1
  ), closed as (
    select step.place, step.item->'takes' as takes,
           step.lots * (step.before).lot_size - coalesce(matched.quantity, 0) as quantity
      from unnest(p_steps) step left join matched on matched.id = (step.before).id
     where step.kind <> 'deleveraged' and step.price_from = 'book' and jsonb_typeof(step.item->'takes') = 'object'
  ), walked as (
    select closed.place, closed.takes, closed.quantity, level.place as depth, level.value as level,
           sum((level.value->>2)::numeric) over (partition by closed.place order by level.place) as until
      from closed cross join jsonb_array_elements(closed.takes->'levels') with ordinality level (value, place)
  ), taken as (
    select place, takes, jsonb_agg(jsonb_build_array(level->>0, level->>1, trim_scale(
             least((level->>2)::numeric, quantity - until + (level->>2)::numeric))::text) order by depth) as levels
      from walked where quantity - until + (level->>2)::numeric > 0 group by place, takes
  )
  select coalesce(jsonb_agg(takes || jsonb_build_object('levels', levels) order by place), '[]'::jsonb) from taken
$$;
