-- Posts the legs of a position that are not zero and answers the `balance` events of its user.
--
-- p_amounts in order: the user's futures account, frozen money out of hold p_hold_out, frozen money into
-- hold p_hold_in, fee, profit and loss of the house, insurance fund. Amounts are in the position's currency
-- and sum to zero.
create or replace function futures_post(
  p_reason text, p_reference text, p_at timestamptz, p_user bigint, p_currency integer, p_demo boolean,
  p_amounts numeric[], p_hold_out text, p_hold_in text
) returns jsonb[]
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  journal bigint;
  legs record;
begin
  select array_agg(leg.owner) as owners, array_agg(leg.kind) as kinds, array_agg(p_currency) as currencies,
         array_agg(leg.amount) as amounts, array_agg(leg.hold) as holds into legs
    from unnest(array[p_user, p_user, p_user, null, null, null],
           array['contract', 'contract_frozen', 'contract_frozen', 'fee', 'house_pnl', 'insurance'],
           p_amounts, array[null, p_hold_out, p_hold_in, null, null, null]) as leg (owner, kind, amount, hold)
   where leg.amount <> 0;
  journal := (ledger_post(p_reason, p_reference, p_at, p_demo, legs.owners, legs.kinds, legs.currencies, legs.amounts,
    legs.holds)).journal_id;
  return array_remove(array[
    futures_balance_event(p_user, 'contract', p_currency, p_demo, p_amounts[1], p_reason, journal),
    futures_balance_event(p_user, 'contract_frozen', p_currency, p_demo, p_amounts[2] + p_amounts[3], p_reason,
      journal)], null);
end
$$;
