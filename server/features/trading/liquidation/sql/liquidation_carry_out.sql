-- Writes the plan of one book and currency: competing orders first, then wave by wave the money, the rows and
-- their reports. Answers the events.
--
-- Access: stored functions
create or replace function liquidation_carry_out(
  p_steps liquidation_step[], p_demo boolean, p_currency integer, p_markets jsonb, p_at timestamptz, out owners
  bigint[], out kinds text[], out events jsonb[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  wave record;
  booked record;
  written record;
begin
  select revoked.owners, revoked.kinds, revoked.events into owners, kinds, events
    from liquidation_revoke(p_steps, p_at) revoked;
  for wave in
    select array_agg(step order by step.place) as steps from unnest(p_steps) step group by step.wave order by step.wave
  loop
    select * into booked from liquidation_book(wave.steps, p_demo, p_currency, p_at);
    select * into written from liquidation_write(wave.steps, p_markets, p_at);
    owners := owners || written.owners || booked.owners;
    kinds := kinds || written.kinds || booked.kinds;
    events := events || written.events || booked.events;
  end loop;
end
$$;
