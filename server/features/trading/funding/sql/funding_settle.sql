-- Charges positions of a market for a stamp, each for the lots it held then: all of them or none. Positions
-- that were not open at the stamp, are charged already or are locked by another transaction are left out.
-- Answers how many were charged, and their users.
--
-- Access: worker
create or replace function funding_settle(
  p_market integer, p_stamp timestamptz, p_ids bigint[], p_at timestamptz, out charged integer, out users
  bigint[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  -- Assigned before any journal is numbered: the sealer waits for running transactions, and must see this one among them.
  transaction_id constant xid8 := pg_current_xact_id();
  decided funding_rate;
  held bigint[];
  steps funding_step[];
  revoked record;
begin
  p_at := require_reached(p_at);
  select * into strict decided from funding_rate where market_id = p_market and stamp = p_stamp;
  held := funding_stand(p_market, p_ids);
  -- Read behind the locks: what has closed meanwhile has left its lots, and what is charged has its charge.
  steps := coalesce(funding_plan(decided, held), '{}');
  revoked := funding_revoke(steps, p_at);
  if cardinality(revoked.events) > 0 then
    steps := funding_plan(decided, held);
  end if;
  charged := cardinality(steps);
  users := array(select distinct step.user_id from unnest(steps) step);
  if charged > 0 then
    perform funding_write(steps, decided, p_at, revoked.owners, revoked.kinds, revoked.events);
  end if;
end
$$;
