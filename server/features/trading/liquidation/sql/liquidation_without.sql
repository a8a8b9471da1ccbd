-- The groups but those that are named by their first positions; null when none is left.
--
-- Access: stored functions
create or replace function liquidation_without(p_groups jsonb, p_names bigint[]) returns jsonb
language sql immutable
set search_path = public, pg_temp
as $$
  select jsonb_agg(groups.value order by groups.place)
    from jsonb_array_elements(p_groups) with ordinality groups (value, place)
   where coalesce((groups.value->'items'->0->>'id')::bigint <> all (p_names), true)
$$;
