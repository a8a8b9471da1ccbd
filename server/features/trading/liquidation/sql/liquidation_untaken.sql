-- The nearest level of each side of a book that was to be taken and is not, with those that a group does not take either.
--
-- Access: stored functions
create or replace function liquidation_untaken(p_untaken jsonb, p_reach jsonb) returns jsonb
language sql immutable
set search_path = public, pg_temp
as $$
  select p_untaken || coalesce(jsonb_object_agg(reach.key,
      least((reach.value->>0)::numeric, (p_untaken->>reach.key)::numeric)), '{}'::jsonb)
    from jsonb_each(p_reach) reach
$$;
