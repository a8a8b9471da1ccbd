-- The lots that each position gives to a reduce-only order: from the first on, as many as it has open, until all wanted
-- ones are found. The same rule as `portionsOf`.
create or replace function futures_portions(p_open integer[], p_wanted integer) returns integer[]
language sql immutable parallel safe
as $$
  select array_agg(greatest(0, least(given.open, p_wanted - given.before))::integer order by given.place)
    from (select place, open, sum(open) over (order by place) - open as before
            from unnest(p_open) with ordinality as each (open, place)) given
$$;
