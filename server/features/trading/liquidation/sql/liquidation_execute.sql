-- Carries out decisions. For each group (an isolated position, or positions of one cross account in closing
-- order) it cancels the orders that compete for its money and closes; a group without items stands once the orders of its
-- sides are cancelled, which raise the tier of what is held. A group of which anything has changed
-- since, or that another transaction is changing, is left out; so is one that was priced by quoted levels that others
-- have taken since, which is to be decided again (decision 189). So is one that was priced by what a group in front of it
-- leaves of a book, where that one takes nothing: it is left out, or needs gains of others.
--
-- Rows and accounts are locked, everything is planned, and then money, rows, reports and events are each
-- written in sets (decision 24). With p_deleverage the gains of others are closed where the insurance fund
-- cannot pay; without it such groups are left alone. Decisions are made by the caller, exactly, from rows at a
-- version and an account at a posting number; both are compared under the locks. Lock order: positions by id,
-- counterparties, accounts of users, the house, event streams, levels of the books, which are no longer there
-- for others until the venue says so.
--
-- A group: { userId, demo, currencyId, cross, everything, accountSequence, all: [[id, version]…] (of a cross
-- account: every open cross position of it), sides: [{ marketId, side, held, all }…], items: [{ id, version, marketId,
-- kind, lots, price, … }] }.
-- Answers the ids of the positions that were closed, in part or in whole, and the first position of each group
-- that is left for a call with p_deleverage, and of each that is to be decided again; `behind` are those of them that
-- others have taken nothing from. `changed` has the first open position of each group that does not stand any more.
--
-- Access: worker
create or replace function liquidation_execute(
  p_groups jsonb, p_markets jsonb, p_at timestamptz, p_deleverage boolean, out acted bigint[], out apart bigint[], out
  overtaken bigint[], out behind bigint[], out changed bigint[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  -- Assigned first: a transaction that holds a journal number is then visible as running, and the sealer waits for it.
  transaction_id constant xid8 := pg_current_xact_id();
  stand constant record := liquidation_stand(p_groups, p_markets, p_at, p_deleverage);
  standing jsonb;
  book record;
  planned record;
  written record;
  taken_back record;
  owners bigint[] := '{}'::bigint[];
  kinds text[] := '{}'::text[];
  events jsonb[] := '{}'::jsonb[];
  takings jsonb := '[]'::jsonb;
begin
  p_at := require_reached(p_at);
  acted := '{}';
  apart := '{}';
  changed := array(
    select (asked.value->'all'->0->>0)::bigint from jsonb_array_elements(p_groups) asked
     where asked.value not in (select stands.value from jsonb_array_elements(stand.groups) stands));
  behind := liquidation_behind(p_groups, stand.groups);
  standing := liquidation_without(stand.groups, behind);
  overtaken := liquidation_overtaken(standing);
  standing := liquidation_without(standing, overtaken);
  for book in
    select distinct (groups.value->>'demo')::boolean as demo, (groups.value->>'currencyId')::integer as currency
      from jsonb_array_elements(standing) groups order by 1, 2
  loop
    select * into planned
      from liquidation_plan(standing, book.demo, book.currency, p_deleverage, stand.counterparties);
    apart := apart || planned.apart;
    behind := behind || planned.behind;
    continue when cardinality(planned.steps) = 0;
    select * into written from liquidation_carry_out(planned.steps, book.demo, book.currency, p_markets, p_at);
    owners := owners || written.owners;
    kinds := kinds || written.kinds;
    events := events || written.events;
    takings := takings || liquidation_takings(planned.steps);
    acted := acted || array(select (step.before).id from unnest(planned.steps) step
      where step.kind <> 'deleveraged' order by step.place);
  end loop;
  overtaken := overtaken || behind;
  select * into taken_back from liquidation_take_back(standing, p_at);
  owners := owners || taken_back.owners;
  kinds := kinds || taken_back.kinds;
  events := events || taken_back.events;
  if cardinality(events) > 0 then
    perform outbox_append_many(owners, kinds, events, p_at);
  end if;
  if takings <> '[]' then
    perform depth_take(takings);
  end if;
end
$$;
