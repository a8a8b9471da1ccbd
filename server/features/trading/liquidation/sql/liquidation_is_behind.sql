-- Whether a group takes levels behind one that was to be taken and is not: it would have a better price now.
--
-- Access: stored functions
create or replace function liquidation_is_behind(p_reach jsonb, p_untaken jsonb) returns boolean
language sql immutable
set search_path = public, pg_temp
as $$
  select coalesce(bool_or((reach.value->>1)::numeric > (p_untaken->>reach.key)::numeric), false)
    from jsonb_each(p_reach) reach
$$;
