-- Cancels the waiting orders on the sides of those groups that close nothing (no items): without these orders their
-- positions meet their margin (decision 27). Orders that another transaction has locked are skipped.
--
-- Access: stored functions
create or replace function liquidation_take_back(
  p_groups jsonb, p_at timestamptz, out owners bigint[], out kinds text[], out events jsonb[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  raising record;
  cancelled record;
begin
  owners := '{}';
  kinds := '{}';
  events := '{}';
  for raising in
    select o.id, o.user_id from futures_position o
     where o.status = 0 and o.id in (
       select f.id from jsonb_array_elements(p_groups) asked
        cross join jsonb_to_recordset(asked.value->'sides') as decided ("marketId" integer, side smallint)
         join futures_position f on f.user_id = (asked.value->>'userId')::bigint
          and f.demo = (asked.value->>'demo')::boolean and f.status = 0 and f.market_id = decided."marketId"
          and f.side = decided.side
        where jsonb_array_length(asked.value->'items') = 0)
     order by o.id for no key update skip locked
  loop
    select * into cancelled from futures_cancel_one(raising.id, null, 'revoked', p_at);
    owners := owners || array_fill(raising.user_id, array[cardinality(cancelled.events)]);
    kinds := kinds || cancelled.kinds;
    events := events || cancelled.events;
  end loop;
end
$$;
