-- Cancels the waiting cross orders of accounts that cannot pay all of the funding that their cross positions owe. Money
-- reserved by orders belongs to the account; left there, the house would have to pay in its place. Orders that another
-- transaction has locked are skipped. Locks the accounts.
--
-- Access: stored functions
create or replace function funding_revoke(
  p_steps funding_step[], p_at timestamptz, out owners bigint[], out kinds text[], out events jsonb[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  waiting record;
  cancelled record;
begin
  owners := '{}';
  kinds := '{}';
  events := '{}';
  for waiting in
    select o.id, o.user_id from (
        select distinct step.user_id, step.currency_id, step.demo
          from unnest(p_steps) step join futures_position f on f.id = step.id and f.margin_mode = 'cross'
         where step.from_account + step.from_margin < step.owed) short
      join futures_position o on o.user_id = short.user_id and o.currency_id = short.currency_id
       and o.demo = short.demo and o.status = 0 and o.margin_mode = 'cross'
     order by o.id for no key update of o skip locked
  loop
    select * into cancelled from futures_cancel_one(waiting.id, null, 'revoked', p_at);
    owners := owners || array_fill(waiting.user_id, array[cardinality(cancelled.events)]);
    kinds := kinds || cancelled.kinds;
    events := events || cancelled.events;
  end loop;
end
$$;
