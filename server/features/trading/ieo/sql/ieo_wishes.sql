-- Who takes part in a round, and with what: `wishOf` of ieo-proof.rules.ts.
create or replace function ieo_wishes(p_project integer, p_round smallint)
returns table (id bigint, weight bigint, most bigint)
language sql stable
as $$
  select a.id, a.units - case p_round when 2 then a.allotted else 0 end,
         least(a.units, p.cap) - case p_round when 2 then a.allotted else 0 end
    from ieo_application a join ieo_project p on p.id = a.project_id
   where a.project_id = p_project
     and (p_round = 1 or (a.status = 'paid' and least(a.units, p.cap) > a.allotted))
$$;
