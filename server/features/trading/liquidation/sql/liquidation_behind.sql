-- The first position of each group that was priced by what a group in front of it would have left of a side of a book, which
-- takes nothing of it, because it does not stand any more: more is there than it was priced by. Who is handed back for
-- that takes nothing for now, either.
--
-- Access: stored functions
create or replace function liquidation_behind(p_groups jsonb, p_standing jsonb) returns bigint[]
language plpgsql immutable
set search_path = public, pg_temp
as $$
declare
  stands constant bigint[] := array(
    select (groups.value->'items'->0->>'id')::bigint from jsonb_array_elements(p_standing) groups);
  decided record;
  untaken jsonb := '{}'::jsonb;
  behind bigint[] := '{}'::bigint[];
begin
  for decided in
    select (groups.value->'items'->0->>'id')::bigint as name, liquidation_reach(groups.value->'items') as reach
      from jsonb_array_elements(p_groups) with ordinality groups (value, place) order by groups.place
  loop
    continue when decided.reach = '{}';
    if decided.name <> all (stands) then
      untaken := liquidation_untaken(untaken, decided.reach);
    elsif liquidation_is_behind(decided.reach, untaken) then
      behind := behind || decided.name;
      untaken := liquidation_untaken(untaken, decided.reach);
    end if;
  end loop;
  return behind;
end
$$;
