-- The share of a quoted quantity that a part of a level may take by itself, without looking at the other parts: an eighth,
-- the last part what the others leave of it.
--
-- Access: stored functions
create or replace function depth_share(p_quoted numeric, p_part integer) returns numeric
language sql immutable
as $$
  select case p_part when 7 then p_quoted - 7 * share else share end
    from (select div(p_quoted * 1e18, 8) * 1e-18 as share) eighth
$$;
